import { expect, test } from 'vitest'
import { testRows } from '../../testing/patients.ts'
import { ok, refused, type Sent, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientListPage } from './PatientListPage.tsx'

const path = '/operator/get_all_patients/'
const all = testRows(137)
const listed = ({ query }: Sent) => {
  const size = Number(query.get('page_size') ?? 10)
  const page = Number(query.get('page') ?? 1)
  const found = query.get('searchQuery') === 'nobody' ? [] : all
  const patients = found.slice((page - 1) * size, page * size)
  return ok({ patients, total: found.length, total_pages: Math.max(1, Math.ceil(found.length / size)) })
}
const render = () => show(<PatientListPage />, { role: 'Physician', at: '/operatorPatientlist' })

test('the list tells which of how many patients it shows, and goes on by page', async () => {
  serve({ [`GET ${path}`]: listed })
  const { screen, router } = await render()
  await expect.element(screen.getByText('1–10 of 137 patients')).toBeVisible()
  await screen.getByRole('button', { name: 'Last page' }).click()
  await expect.element(screen.getByText('131–137 of 137 patients')).toBeVisible()
  expect(router.state.location.search).toContain('page=14')
})

test('large numbers are told in groups of three digits', async () => {
  serve({ [`GET ${path}`]: ok({ patients: all.slice(0, 10), total: 100_138, total_pages: 10_014 }) })
  const { screen } = await render()
  await expect.element(screen.getByText('1–10 of 100,138 patients')).toBeVisible()
})

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
const typeAtOnce = (box: HTMLInputElement, text: string) => {
  setValue?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

test('typing asks once, 300 ms after the last letter, and keeps the words in the address', async () => {
  const asked = serve({ [`GET ${path}`]: listed })
  const { screen, router } = await render()
  await expect.element(screen.getByText('1–10 of 137 patients')).toBeVisible()
  const box = screen.getByPlaceholder('Search Patients...').element() as HTMLInputElement
  // In one go: two calls of `fill` may be further apart than the debounce.
  for (const text of ['n', 'nobody']) typeAtOnce(box, text)
  await expect.element(screen.getByText('No patients found').first()).toBeVisible()
  const lists = asked.filter(({ call }) => call === `GET ${path}`)
  expect(lists.map(({ query }) => query.get('searchQuery') ?? '')).toEqual(['', 'nobody'])
  expect(router.state.location.search).toContain('searchQuery=nobody')
  await screen.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(screen.getByText('1–10 of 137 patients')).toBeVisible()
  await expect.element(screen.getByPlaceholder('Search Patients...')).toHaveValue('')
})

test('a failure is told with its status and can be tried again', async () => {
  let broken = true
  serve({ [`GET ${path}`]: (asked) => (broken ? refused(500, 'no') : listed(asked)) })
  const { screen } = await render()
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText('Failed to fetch patients. Status: 500')).toBeVisible()
  broken = false
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('1–10 of 137 patients')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('while a search is active a failure opens no dialog, and the rows stay', async () => {
  serve({ [`GET ${path}`]: (asked) => (asked.query.get('searchQuery') ? refused(500, 'no') : listed(asked)) })
  const { screen } = await render()
  await expect.element(screen.getByText('1–10 of 137 patients')).toBeVisible()
  await screen.getByPlaceholder('Search Patients...').fill('ana')
  await expect.element(screen.getByText(/The search failed/)).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByText('First3', { exact: true })).toBeVisible()
})

test('a click on a row opens the record at an address that names the patient', async () => {
  serve({ [`GET ${path}`]: listed })
  const { screen, address } = await render()
  await screen.getByText('Last3', { exact: true }).click()
  await expect.poll(address).toBe('/profile?patient=P-3')
})
