import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectLink } from '../../testing/links.ts'
import { testRows } from '../../testing/patients.ts'
import { ok, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientListPage } from './PatientListPage.tsx'

const list = 'GET /operator/get_all_patients/'
const rows = testRows(3)
const listed = (patients = rows) => ok({ patients, total: patients.length, total_pages: 1 })
const render = async (answers: ServedCalls = {}, search = '') => {
  onTestFinished(() => localStorage.clear())
  const sent = serve({ [list]: listed(), ...answers })
  return { sent, ...(await show(<PatientListPage />, { role: 'Nurse', at: `/operatorPatientlist${search}` })) }
}
const catchWindows = () => {
  onTestFinished(() => void vi.restoreAllMocks())
  return vi.spyOn(window, 'open').mockReturnValue(null)
}

test('a name is a link to its record, so that a browser opens it in any window', async () => {
  const { screen } = await render()
  for (const n of rows.keys()) await expectLink(screen, `First${n}`, `/profile?patient=P-${n}`)
})

test('Ctrl or Cmd and a click anywhere in a row open that record in a window of its own', async () => {
  const windows = catchWindows()
  const { screen, address } = await render()
  for (const [n, key] of (['Control', 'Meta'] as const).entries()) {
    await screen.getByText(`Last${n}`, { exact: true }).click({ modifiers: [key] })
    expect(windows).toHaveBeenLastCalledWith(`/profile?patient=P-${n}`, '_blank')
  }
  expect(address()).toBe('/operatorPatientlist')
})

test('several indications stand in one cell, and the day of adding as a day', async () => {
  localStorage.setItem('fornix-patient-columns-PR-1', 'first_name,indication,created_at')
  const { screen } = await render({
    [list]: listed(rows.slice(0, 1).map((row) => ({ ...row, indication: ['Stroke', 'AVM'] }))),
  })
  await expect.element(screen.getByRole('cell', { name: 'Stroke, AVM' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Nov 2, 2026' })).toBeVisible()
})

test.each(['first_name,email', 'last_name,email', 'first_name,last_name'])(
  'with the columns %s the date of birth stands below the name',
  async (columns) => {
    localStorage.setItem('fornix-patient-columns-PR-1', columns)
    const { screen } = await render({ [list]: listed(rows.slice(0, 1).map((row) => ({ ...row, dob: '04-17-1986' }))) })
    await expect.element(screen.getByText('04-17-1986')).toBeVisible()
  },
)

test('an empty project says so, without anything to clear or export', async () => {
  const { screen } = await render({ [list]: listed([]) })
  await expect.element(screen.getByText('There are no patients yet. Choose Add Patient.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Clear search and filters' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
})

test('a page behind the last one leads to the last', async () => {
  const { screen, address } = await render(
    { [list]: ({ query }) => (query.get('page') === '1' ? listed() : ok({ patients: [], total: 3, total_pages: 1 })) },
    '?page=9',
  )
  await expect.element(screen.getByText('1–3 of 3 patients')).toBeVisible()
  expect(address()).toBe('/operatorPatientlist')
})

test('a list that never got an answer says so without a status', async () => {
  const { screen } = await render({ [list]: () => 'no network' })
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText('Failed to fetch patients. Please try again.')).toBeVisible()
})

test('the export is saved under a name without any patient in it', async () => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { screen } = await render({ 'GET /operator/export_patients/': () => new Response('a,b') })
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  await screen.getByRole('textbox', { name: 'Why do you need this file?' }).fill('For the ethics board')
  await screen.getByRole('button', { name: 'Download file' }).click()
  await expect.poll(() => names).toEqual([expect.stringMatching(/^patients-\d{4}-\d\d-\d\d\.csv$/)])
})

test('on a card the facts stand in one line, and a click on the name opens the record', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen, address } = await render()
  const card = screen.getByRole('listitem').nth(1)
  await expect.element(card.getByText('04-18-1986 · 40 years · MRN400210 · P-1 · Aneurysm')).toBeVisible()
  await expect.element(card.getByText('Accepted')).toBeVisible()
  await card.getByRole('link', { name: 'First1 Last1' }).click()
  await expect.poll(address).toBe('/profile?patient=P-1')
})

test('the date of birth is below the name unless it has a column of its own', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('cell', { name: 'Last1 04-18-1986' })).toBeVisible()
  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('checkbox', { name: 'Date of Birth' }).click()
  await expect.element(screen.getByRole('cell', { name: 'Last1', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '04-18-1986', exact: true }).first()).toBeVisible()
})

test('from the search box the arrows lead into the hits and back, and Enter opens the only one', async () => {
  const { screen, address } = await render({
    [list]: ({ query }) => listed(query.get('searchQuery') === 'last1' ? rows.slice(1, 2) : rows),
  })
  const box = screen.getByRole('searchbox', { name: 'Search patients' })
  const link = (n: number) => screen.getByRole('link', { name: `First${n}` })
  await expect.element(link(0)).toBeVisible()
  await box.click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(link(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(link(0)).toHaveFocus()
  await box.fill('last1')
  await userEvent.keyboard('{Enter}')
  await expect.element(link(2)).not.toBeInTheDocument()
  expect(address()).toBe('/operatorPatientlist?searchQuery=last1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/profile?patient=P-1')
})

test('names that only sound alike are said to be that, and are not exported as if they were found', async () => {
  const { screen } = await render(
    { [list]: ok({ patients: rows, total: 3, total_pages: 1, alike: true }) },
    '?searchQuery=lest',
  )
  await expect.element(screen.getByText('No exact match. These names sound or are spelled alike:')).toBeVisible()
  await expect.element(screen.getByText('No exact match, 3 similar names')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
})
