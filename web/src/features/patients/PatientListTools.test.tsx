import type { Role } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { testRows } from '../../testing/patients.ts'
import { ok, refused, type Sent, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientListPage } from './PatientListPage.tsx'

const list = 'GET /operator/get_all_patients/'
const file = 'GET /operator/export_patients/'
const gone = testRows(2).map((row) => ({ ...row, deleted_at: '2026-11-20T15:00:00.000Z' }))
const listed = ({ query }: Sent) => {
  const patients = query.get('deleted') ? gone : testRows(3)
  return ok({ patients, total: patients.length, total_pages: 1 })
}
const render = (role: Role = 'Nurse', search = '') => {
  onTestFinished(() => localStorage.clear())
  return show(<PatientListPage />, { role, at: `/operatorPatientlist${search}` })
}
type Screen = Awaited<ReturnType<typeof render>>['screen']
const heads = async (screen: Screen) => {
  await expect.element(screen.getByRole('table')).toBeVisible()
  return [...document.querySelectorAll('thead th')].map((head) => head.textContent)
}
const both = ['MRN Number', 'Patient Id', 'First Name', 'Last Name', 'Email Address', 'Indication', 'Status', 'Actions']

test('both column sets stand until somebody chooses; a choice is there again after a reload', async () => {
  serve({ [list]: listed })
  const { screen } = await render()
  expect(await heads(screen)).toEqual(both)
  await screen.getByRole('button', { name: 'Columns' }).click()
  const chooser = screen.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('button', { name: 'Id and status' }).click()
  await expect.poll(() => heads(screen)).toEqual([...both.slice(1, 5), 'Status', 'Actions'])
  await chooser.getByRole('checkbox', { name: 'Added' }).click()
  await expect.poll(() => heads(screen)).toContain('Added')
  expect(await axeHits()).toEqual([])
  await screen.unmount()

  const { screen: again } = await render()
  expect(await heads(again)).toEqual([...both.slice(1, 5), 'Status', 'Added', 'Actions'])
})

test('what is remembered names its owner and columns, and nothing of a patient', async () => {
  serve({ [list]: listed })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('button', { name: 'MRN and indication' }).click()
  await expect
    .poll(() => ({ ...localStorage }))
    .toMatchObject({ 'fornix-patient-columns-PR-1': 'mrn_number,first_name,last_name,email,indication' })
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/First0|Last0|P-0|amara/)
})

test('the last name that is left cannot be taken away, and opens the row', async () => {
  serve({ [list]: listed })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('checkbox', { name: 'First Name' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Last Name' })).toBeDisabled()
  await expect.element(screen.getByText('A row needs a name.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Last1' })).toBeInTheDocument()
})

test('a choice that somebody spoiled is none', async () => {
  serve({ [list]: listed })
  localStorage.setItem('fornix-patient-columns-PR-1', 'email,<script>,status')
  const { screen } = await render()
  expect(await heads(screen)).toEqual(both)
})

test('filters and order go into the address and the question, from the first page', async () => {
  const asked = serve({ [list]: listed })
  const { screen, router } = await render('Nurse', '?page=3')
  await screen.getByText('On Hold').click()
  await screen.getByText('Volunteers').click()
  await screen.getByRole('button', { name: 'Email Address' }).click()
  await screen.getByRole('button', { name: 'Email Address' }).click()
  await expect
    .poll(() => asked.at(-1)?.query.toString())
    .toBe('page=1&page_size=10&order=desc&status=On+Hold&patient_type=Volunteer&sort=email')
  const { search } = router.state.location
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    status: 'On Hold',
    patient_type: 'Volunteer',
    sort: 'email',
    order: 'desc',
  })
  await expect
    .element(screen.getByRole('columnheader', { name: 'Email Address' }))
    .toHaveAttribute('aria-sort', 'descending')
})

test('filters that nobody fits can be cleared at once', async () => {
  serve({ [list]: () => ok({ patients: [], total: 0, total_pages: 1 }) })
  const { screen, router } = await render('Nurse', '?status=Rejected&searchQuery=ana')
  await screen.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(() => router.state.location.search).toBe('')
})

test('an address that means nothing shows the list', async () => {
  const asked = serve({ [list]: listed })
  const { screen } = await render('Nurse', '?status=Gone&sort=dob&order=up&deleted=true')
  await expect.element(screen.getByText('1–3 of 3 patients')).toBeVisible()
  expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ sort: 'last_name', order: 'asc' })
  expect(asked[0]?.query.get('deleted')).toBeFalsy()
  await expect.element(screen.getByRole('switch', { name: 'Deleted' })).not.toBeInTheDocument()
})

test('the export asks for the shown columns with search and filters, and says when it fails', async () => {
  const asked = serve({ [list]: listed, [file]: () => refused(429, 'no') })
  const { screen } = await render('Nurse', '?searchQuery=ana&status=Scanned&sort=status')
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText('The list could not be exported. Status: 429')).toBeVisible()
  expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toMatchObject({
    searchQuery: 'ana',
    status: 'Scanned',
    sort: 'status',
    columns: 'mrn_number,patient_id,first_name,last_name,email,indication,status',
  })
})

test('deleting asks by name, sends the reason, and says that it is done', async () => {
  const asked = serve({
    [list]: listed,
    'DELETE /operator/delete_patient/P-1/': () => ok({ message: 'gone' }),
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Delete First1 Last1' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete this patient?' })
  await expect.element(dialog.getByText('First1 Last1')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Twice in the list')
  await dialog.getByRole('button', { name: 'Delete patient' }).click()
  await expect.element(screen.getByText('Success! The patient has been successfully deleted.')).toBeVisible()
  expect(asked.find(({ call }) => call.startsWith('DELETE '))?.body).toEqual({ reason: 'Twice in the list' })
})

test('a delete that fails says so, and one that is cancelled is not sent', async () => {
  const asked = serve({ [list]: listed, 'DELETE /operator/delete_patient/P-1/': () => refused(500, 'no') })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Delete First1 Last1' }).click()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(asked.some(({ call }) => call.startsWith('DELETE '))).toBe(false)
  await screen.getByRole('button', { name: 'Delete First1 Last1' }).click()
  await screen.getByRole('button', { name: 'Delete patient' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Error!' })
  await expect.element(dialog.getByText('Failed to delete the patient. Please try again later.')).toBeVisible()
})

test('an admin looks among the deleted, opens none and restores one, or reads why not', async () => {
  let taken = true
  const why = 'Another patient of this project has this email address now.'
  serve({
    [list]: listed,
    'POST /admin/restore_patient/P-1/': () => (taken ? refused(409, why) : ok({ message: 'ok' })),
  })
  const { screen, router } = await render('Admin')
  await screen.getByRole('switch', { name: 'Deleted' }).click({ force: true })
  await expect.element(screen.getByText('1–2 of 2 patients')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'First1' })).not.toBeInTheDocument()
  await screen.getByText('Last1').click()
  expect(router.state.location.pathname).toBe('/operatorPatientlist')
  const restore = async () => {
    await screen.getByRole('button', { name: 'Restore First1 Last1' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  }
  await restore()
  await expect.element(screen.getByRole('dialog', { name: 'Error!' }).getByText(why)).toBeVisible()
  await screen.getByRole('button', { name: 'Ok' }).click()
  taken = false
  await restore()
  await expect.element(screen.getByText('First1 Last1 is in the list again and can sign in.')).toBeVisible()
})

test('in a narrow window the chosen columns are on cards, which can be sorted', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const asked = serve({ [list]: listed })
  localStorage.setItem('fornix-patient-columns-PR-1', 'patient_id,first_name,last_name')
  const { screen } = await render()
  await expect.element(screen.getByRole('link', { name: 'First1 Last1' })).toBeVisible()
  await expect.element(screen.getByText('P-1', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('amara@example.org')
  await screen.getByRole('button', { name: 'Sorted upwards' }).click()
  await expect.poll(() => asked.at(-1)?.query.get('order')).toBe('desc')
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
  expect(await axeHits()).toEqual([])
})
