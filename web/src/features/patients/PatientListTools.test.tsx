import type { Role } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { testRows } from '../../testing/patients.ts'
import { withheldResponse, withholding } from '../../testing/rights.ts'
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
  return [...document.querySelectorAll('thead th:not(:has(input))')].map((head) => head.textContent)
}
const both = ['MRN Number', 'Patient Id', 'First Name', 'Last Name', 'Email Address', 'Indication', 'Status', 'Actions']
const byId = ['Patient Id', 'First Name', 'Last Name', 'Date of Birth', 'Email Address', 'Status', 'Actions']

test('both column sets stand until somebody chooses; a choice is there again after a reload', async () => {
  serve({ [list]: listed })
  const { screen } = await render()
  expect(await heads(screen)).toEqual(both)
  await screen.getByRole('button', { name: 'Columns' }).click()
  const chooser = screen.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('button', { name: 'Id and status' }).click()
  await expect.poll(() => heads(screen)).toEqual(byId)
  await chooser.getByRole('checkbox', { name: 'Added' }).click()
  await expect.poll(() => heads(screen)).toContain('Added')
  expect(await axeHits()).toEqual([])
  await screen.unmount()

  const { screen: again } = await render()
  expect(await heads(again)).toEqual([...byId.slice(0, -1), 'Added', 'Actions'])
})

test('what is remembered names its owner and columns, and nothing of a patient', async () => {
  serve({ [list]: listed })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('button', { name: 'MRN and indication' }).click()
  await expect
    .poll(() => ({ ...localStorage }))
    .toMatchObject({ 'fornix-patient-columns-PR-1': 'mrn_number,first_name,last_name,dob,email,indication' })
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/First0|Last0|P-0|amara/)
})

test('the last name that is left cannot be taken away, and opens the row', async () => {
  serve({ [list]: listed })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('checkbox', { name: 'First Name' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Last Name' })).toBeDisabled()
  await expect.element(screen.getByText('Keep at least one name column.')).toBeVisible()
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
  await screen.getByRole('combobox', { name: 'Patient type' }).selectOptions('Volunteers')
  await screen.getByRole('button', { name: 'Email Address' }).click()
  await expect
    .element(screen.getByRole('columnheader', { name: 'Email Address' }))
    .toHaveAttribute('aria-sort', 'ascending')
  await screen.getByRole('button', { name: 'Email Address' }).click()
  await expect
    .poll(() => asked.findLast(({ call }) => call === list)?.query.toString())
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

test('each status tells how many patients have it, of the chosen type; a search has no such numbers', async () => {
  const asked = serve({
    [list]: listed,
    'GET /operator/patient_counts/': ({ query }) => {
      const scanned = query.get('patient_type') === 'Patient' ? 7 : 1200
      return ok({
        statuses: [
          { status: 'Scanned', patients: scanned },
          { status: 'On Hold', patients: 34 },
        ],
      })
    },
  })
  const { screen } = await render()
  for (const label of ['All 1,234', 'Scanned 1,200', 'On Hold 34', 'Screened 0'])
    await expect.element(screen.getByRole('radio', { name: label, exact: true })).toBeInTheDocument()
  await screen.getByRole('combobox', { name: 'Patient type' }).selectOptions('Patients')
  await expect.element(screen.getByRole('radio', { name: 'Scanned 7', exact: true })).toBeInTheDocument()
  await screen.getByRole('searchbox').fill('first')
  await expect.element(screen.getByRole('radio', { name: 'Scanned', exact: true })).toBeInTheDocument()
  expect(asked.every(({ call, query }) => call === list || query.get('searchQuery') === null)).toBe(true)
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
  const { query } = asked.find(({ call }) => call === list)!
  expect(Object.fromEntries(query)).toMatchObject({ sort: 'last_name', order: 'asc' })
  expect(query.get('deleted')).toBeFalsy()
  await expect.element(screen.getByRole('checkbox', { name: 'Deleted' })).not.toBeInTheDocument()
})

test('the export asks for the shown columns with search, filters and a reason, and says when it fails', async () => {
  const asked = serve({ [list]: listed, [file]: () => refused(503, 'no') })
  const { screen } = await render('Nurse', '?searchQuery=ana&status=Scanned&sort=status')
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Export these patients?' })
  await expect.element(dialog.getByText(/This downloads 3 patients.*The project admins get an email/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Why do you need this file?' }).fill('For the ethics board')
  await dialog.getByRole('button', { name: 'Download file' }).click()
  await expect.element(dialog.getByText('The list could not be exported. Status: 503')).toBeVisible()
  expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toMatchObject({
    searchQuery: 'ana',
    status: 'Scanned',
    sort: 'status',
    columns: 'mrn_number,patient_id,first_name,last_name,email,indication,status',
    reason: 'For the ethics board',
  })
})

test('the export waits for the number of patients that it names', async () => {
  const answer = Promise.withResolvers<void>()
  serve({
    [list]: async (sent) => {
      if (!sent.query.get('status')) return listed(sent)
      await answer.promise
      return ok({ patients: testRows(2), total: 2, total_pages: 1 })
    },
  })
  const { screen, router } = await render()
  const button = screen.getByRole('button', { name: 'Export CSV' })
  await expect.element(button).toBeEnabled()
  await router.navigate('/operatorPatientlist?status=Scanned')
  await expect.element(button).toBeDisabled()
  answer.resolve()
  await expect.element(button).toBeEnabled()
  await button.click()
  await expect.element(screen.getByText(/This downloads 2 patients/)).toBeVisible()
})

test('an admin looks among the deleted, opens none and restores one, or reads why not', async () => {
  let taken = true
  const why = 'Another patient in this project now has this email address.'
  serve({
    [list]: listed,
    'POST /admin/restore_patient/P-1/': () => (taken ? refused(409, why) : ok({ message: 'ok' })),
  })
  const { screen, router } = await render('Admin')
  await screen.getByRole('checkbox', { name: 'Deleted' }).click()
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
  await expect.element(screen.getByText('First1 Last1 is back in the list.')).toBeVisible()
})

test('in a narrow window the chosen columns are on cards, which can be sorted', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const asked = serve({ [list]: listed })
  localStorage.setItem('fornix-patient-columns-PR-1', 'patient_id,first_name,last_name')
  const { screen } = await render()
  await expect.element(screen.getByRole('link', { name: 'First1 Last1' })).toBeVisible()
  await expect.element(screen.getByText('04-18-1986 · 40 years · P-1', { exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('amara@example.org')
  await screen.getByRole('button', { name: 'Filters' }).click()
  await screen.getByRole('button', { name: 'Sorted ascending' }).click()
  await expect.poll(() => asked.at(-1)?.query.get('order')).toBe('desc')
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
  expect(await axeHits()).toEqual([])
})

const noExport = 'Your clinic does not let nurses export patients. Ask an admin.'

test('a nurse who may not export is told why, with the mouse and with the keyboard, and nothing is sent', async () => {
  const asked = serve({ [list]: listed, ...withholding('export') })
  const { screen } = await render()
  const button = screen.getByRole('button', { name: 'Export CSV' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await screen.getByRole('button', { name: 'Columns' }).click()
  await userEvent.keyboard('{Escape}')
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await expect.element(screen.getByRole('tooltip', { name: noExport })).toBeVisible()
  await expect.element(button).toHaveAccessibleDescription(noExport)
  await button.click({ force: true })
  await expect.element(screen.getByRole('dialog', { name: 'Export these patients?' })).not.toBeInTheDocument()
  expect(asked.some(({ call }) => call === file)).toBe(false)
  expect(await axeHits()).toEqual([])
})

test('a right withdrawn while the page is open says so where it was used, and the page stays', async () => {
  let rights = ok({ withheld: [] as string[], two_person_amount: null })
  serve({
    [list]: listed,
    'GET /operator/my_rights/': () => rights,
    [file]: () => {
      rights = ok({ withheld: ['export'], two_person_amount: null })
      return withheldResponse(noExport)
    },
  })
  const { screen, address } = await render()
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Export these patients?' })
  await dialog.getByLabelText('Why do you need this file?').fill('Report for the board')
  await dialog.getByRole('button', { name: 'Download file' }).click()
  await expect.element(dialog.getByText(noExport)).toBeVisible()
  expect(address()).toContain('/operatorPatientlist')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Export CSV' })).toHaveAttribute('aria-disabled', 'true')
})

test('a nurse who may not delete reads why in the menu', async () => {
  serve({ [list]: listed, ...withholding('delete_patients') })
  const { screen } = await render()
  await screen
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  const item = screen.getByRole('menuitem', { name: /Your clinic does not let nurses delete patients/ })
  await expect.element(item).toHaveAttribute('aria-disabled', 'true')
  await item.click({ force: true })
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('a list without indications says so in the place of an empty column', async () => {
  serve({
    [list]: () => ok({ patients: testRows(2), total: 2, total_pages: 1, medical_hidden: true }),
    ...withholding('see_medical'),
  })
  const { screen } = await render()
  expect(await heads(screen)).not.toContain('Indication')
  await expect.element(screen.getByText('Indications are not shown to your role.')).toBeVisible()
})

test('on a phone the filters wait behind a button that counts them, and the first card is near', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 720))
  serve({ [list]: listed })
  const { screen } = await render('Nurse', '?status=Scanned&patient_type=Patient')
  const button = screen.getByRole('button', { name: 'Filters (2)' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByRole('radiogroup', { name: 'Status' })).not.toBeInTheDocument()
  const search = screen.getByRole('searchbox').element().getBoundingClientRect()
  expect(button.element().getBoundingClientRect().top).toBeLessThan(search.bottom)
  await button.click()
  await screen.getByText('All', { exact: true }).click()
  await expect.element(screen.getByRole('button', { name: 'Filters (1)' })).toHaveAttribute('aria-expanded', 'true')
  await expect.element(screen.getByRole('button', { name: 'Columns' })).toBeVisible()
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
  expect(await axeHits()).toEqual([])
})
