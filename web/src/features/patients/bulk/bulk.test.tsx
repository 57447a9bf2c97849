import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { testRows } from '../../../testing/patients.ts'
import { pressKey } from '../../../testing/press-key.ts'
import { testOperator } from '../../../testing/records.ts'
import { ok, refused, type Sent, type Served, type ServedCalls, serve, stale } from '../../../testing/serve.ts'
import { show } from '../../../testing/show.tsx'
import { PatientListPage } from '../PatientListPage.tsx'

const list = 'GET /operator/get_all_patients/'
const statuses = 'POST /operator/set_patient_statuses/'
const mailing = 'POST /operator/email_patients/'
const all = testRows(12)
const listed = ({ query }: Sent) => {
  const at = (Number(query.get('page')) - 1) * 10
  return ok({ patients: all.slice(at, at + 10), total: all.length, total_pages: 2 })
}
const lineOf = (n: number, part: object = {}) => ({
  patient_id: `P-${n}`,
  name: `First${n} Last${n}`,
  dob: '04-17-1986',
  mrn_number: `M-${n}`,
  done: true,
  why: '',
  undo: { patient_id: `P-${n}`, version: 2, status: 'Accepted' },
  ...part,
})
const gone = { name: '', dob: null, mrn_number: '', done: false, why: 'There is no such patient.', undo: null }

beforeEach(() => page.viewport(1280, 720))
const render = async (answers: ServedCalls = {}) => {
  onTestFinished(() => localStorage.clear())
  const sent = serve({ [list]: listed, ...answers })
  const { screen, router } = await show(<PatientListPage />, { role: 'Nurse', at: '/operatorPatientlist' })
  const box = (name: string) => screen.getByRole('checkbox', { name, exact: true })
  const press = (name: string) => pressKey(screen.getByRole('button', { name, exact: true }))
  const bodyOf = (call: string) => sent.findLast((one) => one.call === call)?.body
  return { screen, sent, box, press, bodyOf, router }
}
const bar = 'Selected rows'
const barOf = (screen: Awaited<ReturnType<typeof render>>['screen']) => screen.getByRole('group', { name: bar })

test('rows are selected by box, and with Shift all between two', async () => {
  const { screen, box } = await render()
  await box('Select First1 Last1').click()
  await box('Select First4 Last4').click({ modifiers: ['Shift'] })
  await expect.element(barOf(screen).getByText('4 selected', { exact: true })).toBeVisible()
  await box('Select First2 Last2').click()
  await expect.element(barOf(screen).getByText('3 selected', { exact: true })).toBeVisible()
  await expect.element(box('Select all rows on this page')).toBePartiallyChecked()
})

test('what is selected stays from page to page, and goes with another filter', async () => {
  const { screen, box, router } = await render()
  await box('Select First1 Last1').click()
  await screen.getByRole('button', { name: 'Next page' }).click()
  await box('Select First11 Last11').click()
  await expect.element(barOf(screen).getByText('2 selected', { exact: true })).toBeVisible()
  await box('Select all rows on this page').click()
  await expect.element(barOf(screen).getByText('3 selected', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Select all 12' }).click()
  await expect.element(barOf(screen).getByText('12 selected', { exact: true })).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.getByText('On Hold').first().click()
  await expect.element(screen.getByRole('group', { name: bar })).not.toBeInTheDocument()
  expect(router.state.location.search).toContain('status=On+Hold')
})

test('while the rows are those of the filter before, none can be selected, also after the new one failed', async () => {
  const first = Promise.withResolvers<Served>()
  let answer: Served | Promise<Served> = first.promise
  const { screen, box } = await render({ [list]: (asked) => (asked.query.get('status') ? answer : listed(asked)) })
  const page = box('Select all rows on this page')
  await box('Select First3 Last3').click()
  await screen.getByText('On Hold').first().click()
  await expect.element(page).toBeDisabled()
  await pressKey(screen.getByRole('link', { name: 'First1' }), ' ')
  expect(screen.getByRole('checkbox', { checked: true }).elements()).toEqual([])
  first.resolve(refused(400))
  await screen.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(page).toBeDisabled()
  answer = ok({ patients: testRows(14).slice(12), total: 2, total_pages: 1 })
  await screen.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
  await box('Select First13 Last13').click()
  await expect.element(barOf(screen).getByText('1 selected', { exact: true })).toBeVisible()
})

test('from the search box the arrows lead to the rows, Space selects one, and Shift and Space all between', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('link', { name: 'First0' })).toBeVisible()
  await screen.getByRole('searchbox').click()
  await userEvent.keyboard('{ArrowDown} {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
  await expect.element(barOf(screen).getByText('3 selected', { exact: true })).toBeVisible()
  expect(screen.getByRole('checkbox', { checked: true }).elements()).toHaveLength(3)
})

test('a status is set, each has its line with two identifiers, and Undo sends the values from before', async () => {
  const { screen, box, press, bodyOf } = await render({
    [statuses]: ok({ lines: [lineOf(0), lineOf(1, gone)] }),
    'POST /operator/undo_patient_changes/': ok({ lines: [lineOf(0)] }),
  })
  await box('Select First0 Last0').click()
  await box('Select First1 Last1').click()
  await press('Set status')
  const dialog = screen.getByRole('dialog', { name: 'Set the status of 2 patients' })
  const choice = dialog.getByRole('combobox', { name: /^New status/ })
  await expect.element(choice).toHaveFocus()
  await pressKey(dialog.getByRole('button', { name: 'Set status' }))
  await expect.element(dialog.getByText('Please choose a status')).toBeVisible()
  await choice.click()
  await screen.getByRole('option', { name: 'Screened' }).click()
  await pressKey(dialog.getByRole('button', { name: 'Set status' }))

  const results = screen.getByRole('dialog', { name: 'Status set for 1 patient, 1 not done' })
  const lines = results.getByRole('listitem')
  await expect.element(lines.first()).toHaveTextContent('P-1Not done: There is no such patient.')
  await expect.element(lines.last()).toHaveTextContent('First0 Last004-17-1986 · MRN M-0Status set')
  expect(bodyOf(statuses)).toEqual({ which: { patients: ['P-0', 'P-1'] }, status: 'Screened' })
  expect(await axeHits()).toEqual([])
  await press('Undo')
  await expect.element(screen.getByRole('dialog', { name: '1 change undone' })).toBeVisible()
  expect(bodyOf('POST /operator/undo_patient_changes/')).toEqual({
    changes: [{ patient_id: 'P-0', version: 2, status: 'Accepted' }],
  })
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('all of a filter go as the filter and its total; a list that changed meanwhile says so', async () => {
  const physician = { ...testOperator, provider_id: 'PR-7', first_name: 'Ruth', last_name: 'Cole', role: 'Physician' }
  const { screen, box, press, bodyOf } = await render({
    'GET /operator/get_all_physicians/': ok({ operators: [physician] }),
    'POST /operator/assign_physician/': stale({}, 'This filter shows 13 patients by now.'),
  })
  await box('Select all rows on this page').click()
  await press('Select all 12')
  await press('Assign physician')
  const dialog = screen.getByRole('dialog', { name: 'Assign a physician to 12 patients' })
  await dialog.getByRole('combobox', { name: /^Physician/ }).click()
  await screen.getByRole('option', { name: /Ruth Cole/ }).click()
  await pressKey(dialog.getByRole('button', { name: 'Assign', exact: true }))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This filter shows 13 patients by now.')
  expect(bodyOf('POST /operator/assign_physician/')).toEqual({
    which: { filter: { searchQuery: '', order: 'asc', sort: 'last_name' }, total: 12 },
    provider_id: 'PR-7',
  })
})

test('each patient’s email is shown before it goes; sent again after a lost response it has the same key', async () => {
  const template = { template_id: 'reminder', name: 'Reminder', subject: '', message: '', version: 3 }
  let isDown = true
  const { screen, box, press, bodyOf } = await render({
    'GET /operator/email_templates/': ok({ templates: [template] }),
    'POST /operator/fill_email_template/P-0/': ok({ subject: ['For First0'], message: ['Dear First0'] }),
    'POST /operator/fill_email_template/P-1/': ok({ subject: ['For First1'], message: [{ gap: 'appointment_date' }] }),
    [mailing]: () => (isDown ? 'no network' : ok({ lines: [lineOf(0), lineOf(1)] })),
  })
  await box('Select First0 Last0').click()
  await box('Select First1 Last1').click()
  await press('Email')
  const dialog = screen.getByRole('dialog', { name: 'Email 2 patients' })
  await expect.element(dialog).toBeVisible()
  await press('Send 2 emails')
  await expect.element(dialog.getByText('Please choose a template')).toBeVisible()
  expect(bodyOf(mailing)).toBeUndefined()
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await screen.getByRole('option', { name: 'Reminder' }).click()
  await expect.element(dialog.getByText('Dear First0')).toBeVisible()
  await expect.element(dialog.getByText(/^Preview 1 of 2: First0 Last0/)).toBeVisible()
  await expect.element(dialog.getByText(/Replies go to hello@lumen\.example\.$/)).toBeVisible()
  await press('Next patient')
  await expect.element(dialog.getByText('[date]')).toBeVisible()
  await expect.element(dialog.getByText(/this email will not be sent/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Next patient' })).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await press('Send 2 emails')
  await expect.element(dialog.getByText(/^The portal did not respond\./)).toBeVisible()
  const first = bodyOf(mailing)
  expect(first).toMatchObject({ which: { patients: ['P-0', 'P-1'] }, template_id: 'reminder', version: 3 })
  isDown = false
  await press('Send 2 emails')
  await expect.element(screen.getByRole('dialog', { name: '2 emails queued' })).toBeVisible()
  expect(bodyOf(mailing)).toEqual(first)
})

test('an export takes the selected patients only', async () => {
  const { screen, sent, box, press } = await render({
    'GET /operator/export_patients/': new Response('a,b', { headers: { 'content-type': 'text/csv' } }),
  })
  await box('Select First3 Last3').click()
  await press('Export selected')
  await screen.getByRole('textbox', { name: 'Why do you need this file?' }).fill('For the report')
  await press('Download file')
  await expect.poll(() => sent.find(({ call }) => call.includes('export'))?.query.get('patients')).toBe('P-3')
})

test('at 390 px cards have boxes, and the bar stays within the window', async () => {
  await page.viewport(390, 844)
  const { screen, box } = await render()
  await box('Select First0 Last0').click()
  await expect.element(screen.getByRole('group', { name: bar })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeHits()).toEqual([])
})

test('who reads the deleted selects nobody', async () => {
  serve({ [list]: listed })
  const { screen } = await show(<PatientListPage />, { role: 'Admin', at: '/operatorPatientlist?deleted=true' })
  await expect.element(screen.getByText('Last0', { exact: true }).first()).toBeVisible()
  // The filter alone is one.
  expect(screen.getByRole('checkbox').elements()).toEqual([screen.getByRole('checkbox', { name: 'Deleted' }).element()])
})
