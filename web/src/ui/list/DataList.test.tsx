import { Button } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { DataList } from './DataList.tsx'
import { PageBar } from './PageBar.tsx'
import { useListParams } from './use-list-params.ts'

type Row = { id: string; name: string }
const rows: Row[] = [
  { id: '1', name: 'Amara Abbott' },
  { id: '2', name: 'Ben Haddad' },
]
const parts = {
  rows,
  rowKey: ({ id }: Row) => id,
  columns: [
    { key: 'name', header: 'Name', rowHeader: true, sort: 'ascending' as const, cell: ({ name }: Row) => name },
    { key: 'actions', header: 'Actions', hideHeader: true, cell: () => <Button>Open</Button> },
  ],
  card: ({ name }: Row) => <strong>{name}</strong>,
}

test('wide windows show a table whose rows are named and whose sorting is told', async () => {
  await page.viewport(1280, 800)
  const { screen } = await show(<DataList {...parts} />)
  await expect.element(screen.getByRole('rowheader', { name: 'Amara Abbott' })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Name' }).element().getAttribute('aria-sort')).toBe('ascending')
})

test('narrow windows show cards', async () => {
  await page.viewport(390, 800)
  const { screen } = await show(<DataList {...parts} />)
  await expect.element(screen.getByRole('listitem').first()).toHaveTextContent('Amara Abbott')
  expect(screen.getByRole('table').elements()).toEqual([])
  await page.viewport(1280, 800)
})

test('a name that is longer than its card breaks within it', async () => {
  await page.viewport(320, 800)
  const name = 'Wolfeschlegelsteinhausenbergerdorff-Maximiliana'
  const { screen } = await show(<DataList {...parts} rows={[{ id: '1', name }]} />)
  await expect.element(screen.getByText(name)).toBeVisible()
  const card = screen.getByRole('listitem').element()
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  await page.viewport(1280, 800)
})

test('a click on a row opens it, with Ctrl aside, and a click on its button does not', async () => {
  const open = vi.fn()
  const { screen } = await show(<DataList {...parts} onRowClick={open} />)
  await screen.getByText('Ben Haddad').click()
  await screen.getByRole('button', { name: 'Open' }).first().click()
  await screen.getByText('Ben Haddad').click({ modifiers: ['Control'] })
  expect(open.mock.calls).toEqual([
    [rows[1], false],
    [rows[1], true],
  ])
})

test('nothing to show says so, and a failure offers to try again', async () => {
  const retry = vi.fn()
  const { screen } = await show(
    <>
      <DataList {...parts} rows={[]} empty={<p>No file data available ..</p>} />
      <DataList {...parts} rows={[]} error="Failed to fetch patients. Please try again." onRetry={retry} />
    </>,
  )
  await expect.element(screen.getByText('No file data available ..')).toBeVisible()
  await screen.getByRole('button', { name: 'Retry' }).click()
  expect(retry).toHaveBeenCalledOnce()
})

test('loading is drawn and spoken only when it takes a while', async () => {
  const { screen } = await show(<DataList {...parts} loading />)
  expect(document.querySelector('.mantine-Skeleton-root')).toBeNull()
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument()
  expect(document.querySelectorAll('.mantine-Skeleton-root').length).toBe(8)
})

const Paged = () => {
  const { page: number, pageSize, searchQuery, set } = useListParams()
  return (
    <>
      <output>{[number, pageSize, searchQuery].join(' / ')}</output>
      <PageBar
        page={number}
        pageSize={pageSize}
        totals={{ total: 137, total_pages: Math.ceil(137 / pageSize) }}
        onPage={(next) => set({ page: next })}
        onPageSize={(size) => set({ page_size: size, page: 1 })}
      />
    </>
  )
}

test('page and rows per page live in the address, with buttons for the first and the last page', async () => {
  const { screen, address } = await show(<Paged />, { at: '/list?searchQuery=am' })
  await expect.element(screen.getByText('1–10 of 137')).toBeVisible()
  await screen.getByRole('button', { name: 'Last page' }).click()
  await expect.element(screen.getByText('131–137 of 137')).toBeVisible()
  expect(address()).toBe('/list?searchQuery=am&page=14')
  await screen.getByRole('combobox', { name: 'Rows per page' }).selectOptions('50')
  await expect.element(screen.getByText('1–50 of 137')).toBeVisible()
  expect(address()).toBe('/list?searchQuery=am&page_size=50')
  await screen.getByRole('button', { name: 'Page 2' }).click()
  await screen.getByRole('button', { name: 'First page' }).click()
  await expect.element(screen.getByText('1–50 of 137')).toBeVisible()
})

test('a page can be typed; one beyond the last is the last, and no number is none', async () => {
  const { screen, address } = await show(<Paged />, { at: '/list' })
  const box = screen.getByRole('textbox', { name: 'Go to page' })
  for (const [typed, shown] of [
    ['7', '61–70 of 137'],
    ['1,200', '131–137 of 137'],
    ['zero 0', '131–137 of 137'],
  ] as const) {
    await box.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText(shown)).toBeVisible()
  }
  expect(address()).toBe('/list?page=14')
  await screen.getByRole('combobox', { name: 'Rows per page' }).selectOptions('50')
  await expect.element(box).not.toBeInTheDocument()
})

test('an address with nonsense shows the first page of ten', async () => {
  const { screen } = await show(<Paged />, { at: '/list?page=-3&page_size=9999' })
  await expect.element(screen.getByText('1 / 10 /')).toBeVisible()
})
