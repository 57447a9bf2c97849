import { getFeedback } from '@fornix/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { RecordList } from './RecordList.tsx'
import { SearchedList, useLastResponse } from './SearchedList.tsx'
import { useListParams } from './use-list-params.ts'

const at = (number: number) => ({
  feedback_id: `01930000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  feedback_type: `Number ${number}`,
  feedback_comments: '',
  experience: 'happy' as const,
  first_name: '',
  email: 'nora@staff.example',
  project_id: '01930000-0000-7000-8000-0000000000aa',
  last_name: '',
  role: 'Nurse' as const,
  upload_date: '2026-03-01T15:00:00Z',
})
type Row = Pick<ReturnType<typeof at>, 'feedback_id' | 'feedback_type'>
const rowsOf = (number: number, size: number) =>
  ok({ feedback: Array.from({ length: size }, (_, n) => at((number - 1) * 10 + n)), total: 25, total_pages: 3 })
const none = ok({ feedback: [], total: 0, total_pages: 1 })
const parts = {
  rowKey: ({ feedback_id }: Row) => feedback_id,
  columns: [{ key: 'type', header: 'Type', rowHeader: true, cell: ({ feedback_type }: Row) => feedback_type }],
  card: ({ feedback_type }: Row) => feedback_type,
  empty: <p>Nothing yet</p>,
}
const useRows = () => {
  const { page, pageSize } = useListParams()
  return useCall(getFeedback, { query: { page, page_size: pageSize } }, { keepPrevious: true })
}
const Plain = () => {
  const query = useRows()
  return (
    <RecordList
      query={query}
      label="Words"
      failed="The words could not be loaded."
      above={<p>Above</p>}
      rows={query.data?.feedback ?? []}
      {...parts}
    />
  )
}
const Searched = () => {
  const query = useRows()
  const list = useLastResponse(query)
  return (
    <SearchedList
      query={query}
      totals={list}
      words={{ searchLabel: 'Search words', search: 'Search...', searchFailed: 'The search failed.' }}
      failed="The words could not be loaded."
      rows={list?.feedback ?? []}
      {...parts}
    />
  )
}
const path = `GET ${getFeedback.path}`
const open = (Page: typeof Plain, answers: ServedCalls[string], search = '') => {
  serve({ [path]: answers })
  return show(<Page />, { role: 'Admin', at: `/list${search}` })
}

test('the rows stand under their label with their pages, and the next page has its own address', async () => {
  const { screen, address } = await open(Plain, ({ query }) => rowsOf(Number(query.get('page')), 10))
  await expect
    .element(screen.getByRole('region', { name: 'Words' }).getByText('Number 3', { exact: true }))
    .toBeVisible()
  await expect.element(screen.getByText('1–10 of 25')).toBeVisible()
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByText('Number 13')).toBeVisible()
  expect(address()).toBe('/list?page=2')
  expect(await axeHits()).toEqual([])
})

test('the page before stays, marked as busy, until the asked one is there', async () => {
  const { promise, resolve } = Promise.withResolvers<[number, unknown]>()
  const { screen } = await open(Plain, ({ query }) => (query.get('page') === '2' ? promise : rowsOf(1, 10)))
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => document.querySelector('[aria-busy="true"]')?.textContent).toContain('Number 3')
  expect(await axeHits()).toEqual([])
  resolve(rowsOf(2, 10))
  await expect.element(screen.getByText('Number 13')).toBeVisible()
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
})

test('a list without rows says so, has no pages, and keeps what stands above it', async () => {
  const { screen } = await open(Plain, none)
  await expect.element(screen.getByText('Nothing yet')).toBeVisible()
  await expect.element(screen.getByText('Above')).toBeVisible()
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument()
})

test.each([
  ['a refusal', refused(400)],
  ['no network', 'no network' as const],
])('%s is told in the list, and can be tried again', async (_, answer) => {
  let broken = true
  const { screen } = await open(Plain, () => (broken ? answer : rowsOf(1, 10)))
  await expect.element(screen.getByText('The words could not be loaded.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Number 3', { exact: true })).toBeVisible()
})

test('a searched list that fails says so in a dialog; dismissed, the sentence stays where the rows would be', async () => {
  let broken = true
  const { screen } = await open(Searched, () => (broken ? refused(400) : rowsOf(1, 10)))
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText('The words could not be loaded.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText('The words could not be loaded.')).toBeVisible()
  broken = false
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Number 3', { exact: true })).toBeVisible()
})

test('a first search that fails says so beside the box, without a dialog', async () => {
  const { screen } = await open(Searched, refused(400), '?searchQuery=amara')
  await expect.element(screen.getByText(/^The search failed\./)).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('searchbox', { name: 'Search words' })).toHaveValue('amara')
})

test('a page that fails leaves the rows that were there, readable, under a sentence that stays', async () => {
  const { screen } = await open(Searched, ({ query }) => (query.get('page') === '2' ? refused(400) : rowsOf(1, 10)))
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Oh Snap!' })).toBeVisible()
  await screen.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByText('Number 3', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('alert').getByText('The words could not be loaded.')).toBeVisible()
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  expect(await axeHits()).toEqual([])
})

test.each([
  ['a list', Plain],
  ['a searched list', Searched],
])(
  'of %s a page that has become empty leads to the last one, and does not say that there is nothing',
  async (_, List) => {
    const { promise, resolve } = Promise.withResolvers<[number, unknown]>()
    const { screen, address } = await open(
      List,
      ({ query }) => (query.get('page') === '4' ? ok({ feedback: [], total: 25, total_pages: 3 }) : promise),
      '?page=4',
    )
    await expect.poll(address).toBe('/list?page=3')
    await expect.element(screen.getByText('Loading…')).toBeInTheDocument()
    await expect.element(screen.getByText('Nothing yet')).not.toBeInTheDocument()
    resolve(rowsOf(3, 5))
    await expect.element(screen.getByText('Number 23')).toBeVisible()
    await expect.element(screen.getByText('21–25 of 25')).toBeVisible()
  },
)

test('a page that is farther than the answer before it reached is not left', async () => {
  const { promise, resolve } = Promise.withResolvers<[number, unknown]>()
  const { screen, address, router } = await open(
    Plain,
    ({ query }) => (query.get('page') === '3' ? promise : ok({ feedback: [at(1)], total: 1, total_pages: 1 })),
    '',
  )
  await expect.element(screen.getByText('Number 1')).toBeVisible()
  await router.navigate('/list?page=3')
  await expect.element(screen.getByText('Number 1')).toBeVisible()
  resolve(rowsOf(3, 5))
  await expect.element(screen.getByText('Number 23')).toBeVisible()
  expect(address()).toBe('/list?page=3')
})

test('in a narrow window the same rows are cards, with the same pages', async () => {
  await page.viewport(390, 800)
  const { screen } = await open(Plain, rowsOf(1, 10))
  await expect.element(screen.getByRole('listitem').first()).toHaveTextContent('Number 0')
  await expect.element(screen.getByRole('navigation', { name: 'Pagination' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1280, 800)
})
