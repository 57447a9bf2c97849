import type { Reimbursement } from '@fornix/contract'
import { expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { testReimbursement, testStep } from '../../testing/records.ts'
import { withholding } from '../../testing/rights.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { fieldsOf, type SentFiles, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { PatientReimbursements } from './PatientReimbursements.tsx'

const taxi: Reimbursement = { ...testReimbursement, file_name: 'taxi.png', file_type: 'png', history: [] }
const list = 'GET /operator/fetch_reimbursements/P-1/'
const add = 'POST /operator/add_reimbursements/'
const update = `POST /operator/update_reimbursements/${taxi.id}/`
const remove = `DELETE /operator/delete_reimbursements/${taxi.id}/`
const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
const listed = (...reimbursements: Reimbursement[]) => ok({ reimbursements, ...totals })
const done: [number, unknown] = [200, { message: 'ok', reimbursement: taxi }]

const formOf = ({ body }: SentFiles) => Object.fromEntries(fieldsOf(body) ?? [])
const render = async (answers: ServedCalls = {}, answer: (sent: SentFiles) => [number, unknown] = () => done) => {
  const sent = serve({ [list]: listed(taxi), ...answers })
  const uploads = serveUploads({ [add]: answer, [update]: answer })
  const { screen } = await show(<PatientReimbursements patientKey="P-1" />, { role: 'Nurse' })
  return { screen, sent, uploads }
}
type Screen = Awaited<ReturnType<typeof render>>['screen']
const openEdit = async (screen: Screen) => {
  await screen.getByRole('button', { name: 'Edit Taxi' }).click()
  return screen.getByRole('form', { name: 'Edit request' })
}

test('staff add a request for the patient whose record is open', async () => {
  const { screen, uploads } = await render()
  await screen.getByRole('button', { name: 'Add Reimbursement' }).click()
  const form = screen.getByRole('form', { name: 'Add Reimbursement' })
  await form.getByRole('textbox', { name: 'Amount' }).fill('12')
  await form.getByRole('textbox', { name: 'Description' }).fill('Lunch')
  await form.getByRole('combobox', { name: 'Category' }).click()
  await screen.getByRole('option', { name: 'Food' }).click()
  chooseFiles(new File(['x'], 'lunch.png', { type: 'image/png' }))
  await expect.element(form.getByText('lunch.png')).toBeVisible()
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect.element(screen.getByRole('status').getByText('The request was saved.')).toBeVisible()
  expect(uploads.map(formOf)).toEqual([
    expect.objectContaining({ amount: '12', description: 'Lunch', category: 'Food', email: 'P-1', files: 'lunch.png' }),
  ])
})

test('a change goes with its version and without a file, and the list shows it', async () => {
  let row = taxi
  const { screen, uploads } = await render({ [list]: () => listed(row) }, (sent) => {
    row = { ...taxi, amount: formOf(sent)['amount'] ?? '', version: 4 }
    return done
  })
  const form = await openEdit(screen)
  await form.getByRole('textbox', { name: 'Amount' }).fill('40.00')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByRole('cell', { name: '$40.00' })).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  expect(uploads.map(({ call }) => call)).toEqual([update])
  expect(uploads.map(formOf)).toEqual([{ amount: '40.00', version: '3' }])
})

test('another receipt goes along with the change', async () => {
  const { screen, uploads } = await render()
  const form = await openEdit(screen)
  chooseFiles(new File(['x'], 'better.png', { type: 'image/png' }))
  await expect.element(form.getByText('better.png')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByText('The request was saved.')).toBeVisible()
  expect(uploads.map(formOf)).toMatchObject([{ files: 'better.png' }])
})

test('a wrong receipt is refused beside its field, and the change can go without it', async () => {
  const { screen, uploads } = await render()
  const form = await openEdit(screen)
  chooseFiles(new File(['x'], 'receipt.exe'))
  await expect
    .element(form.getByRole('group', { name: 'Replace the receipt (optional)' }).getByRole('alert'))
    .toHaveTextContent('Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByText('The request was saved.')).toBeVisible()
  expect(uploads.map(formOf)).toEqual([expect.not.objectContaining({ files: expect.anything() })])
})

test('a change that fails keeps what was typed', async () => {
  const { screen } = await render({}, () => refused(500))
  const form = await openEdit(screen)
  await form.getByRole('textbox', { name: 'Description' }).fill('Bus')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(form.getByRole('alert')).toHaveTextContent('The request could not be saved. Please try again.')
  await expect.element(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Bus')
})

test('Cancel leaves a request as it was', async () => {
  const { screen, uploads } = await render()
  const form = await openEdit(screen)
  await form.getByRole('textbox', { name: 'Amount' }).fill('1')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await openEdit(screen)
  await expect.element(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('48.00')
  expect(uploads).toEqual([])
})

test('what was paid is told before a payment is taken back', async () => {
  const { screen } = await render({ [list]: listed({ ...taxi, status: 'Paid', paid_amount: '48.00' }) })
  const form = await openEdit(screen)
  await form.getByRole('combobox', { name: 'Status' }).click()
  await screen.getByRole('option', { name: 'Approved', exact: true }).click()
  await expect.element(form.getByText(/^This clears the paid amount/)).toBeVisible()
})

test('what was paid cannot be deleted, and is not offered to be', async () => {
  const { screen } = await render({ [list]: listed({ ...taxi, status: 'Paid', paid_amount: '48.00' }) })
  await expect.element(screen.getByRole('button', { name: 'Edit Taxi' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Delete Taxi' })).not.toBeInTheDocument()
})

test('a deletion waits for a second word, and the list follows', async () => {
  let rows = [taxi]
  const { screen, sent } = await render({
    [list]: () => listed(...rows),
    [remove]: () => {
      rows = []
      return ok()
    },
  })
  await screen.getByRole('button', { name: 'Delete Taxi' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete this request?' })
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.some(({ call }) => call === remove)).toBe(false)
  await screen.getByRole('button', { name: 'Delete Taxi' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByRole('status').getByText('The request was deleted.')).toBeVisible()
  await expect.element(screen.getByText('No reimbursement requests yet')).toBeVisible()
})

test('a deletion that fails without a reason says so, and the request stays', async () => {
  const { screen } = await render({ [remove]: refused(500, 'Internal') })
  await screen.getByRole('button', { name: 'Delete Taxi' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The request could not be deleted. Please try again.')
  await expect.element(screen.getByRole('rowheader', { name: /^Taxi/ })).toBeVisible()
})

test('a paid request shows what was paid, and when', async () => {
  const step = testStep({ status: 'Paid', amount: '40.00', author: 'Nora', timestamp: '2026-03-02T15:00:00Z' })
  const paid: Reimbursement = { ...taxi, status: 'Paid', paid_amount: '40.00', history: [step] }
  const { screen } = await render({ [list]: listed(paid) })
  await expect.element(screen.getByText('Paid $40.00 on Mar 2, 2026')).toBeVisible()
})

test('a request paid again, whose comment then changed, was paid on the day of the last payment', async () => {
  const step = (status: Reimbursement['status'], day: number) =>
    testStep({ status, amount: '40.00', timestamp: `2026-03-0${day}T15:00:00Z` })
  const history = [step('Paid', 2), step('On Hold', 3), step('Paid', 4), step('Paid', 5)]
  const { screen } = await render({ [list]: listed({ ...taxi, status: 'Paid', paid_amount: '40.00', history }) })
  await expect.element(screen.getByText('Paid $40.00 on Mar 4, 2026')).toBeVisible()
})

test('the receipt is shown beside the fields that are read from it, with what was typed still there', async () => {
  const { screen } = await render({ 'GET /operator/reimbursement_file/*': [200, 'not a picture'] })
  const form = await openEdit(screen)
  await form.getByRole('textbox', { name: 'Amount' }).fill('40.00')
  await screen.getByRole('button', { name: 'Show the receipt' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('40.00')
  await screen.getByRole('button', { name: 'Hide the receipt' }).click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('who may not decide on money reads that, sees the requests, and has no way to change them', async () => {
  const { file_id, file_name, file_type, scan_state } = taxi
  const earlier_receipt = { file_id, file_name, file_type, scan_state }
  const row = { ...taxi, history: [testStep({ is_answer: true, earlier_receipt })] }
  const { screen } = await render({ ...withholding('decide_money'), [list]: listed(row) })
  const sentence = 'Your clinic does not let nurses decide on reimbursements. Ask an admin.'
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '$48.00' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Edit Taxi' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Delete Taxi' })).not.toBeInTheDocument()
  await screen.getByText('History').click()
  await expect.element(screen.getByRole('button', { name: `Earlier receipt: ${file_name}` })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
})

const waiting = {
  status: 'Paid',
  amount: '250.00',
  comment: 'Receipt is fine',
  name: 'Nora Lindt',
  at: '2026-11-20T15:00:00.000Z',
  is_mine: false,
} as const

test('the second person sees what was decided by whom, and confirms exactly that', async () => {
  const { screen, uploads } = await render({ [list]: listed({ ...taxi, waiting }) })
  await expect
    .element(screen.getByText('Waiting for a second person. Nora Lindt decided: Paid, $250.00.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Review Taxi' }).click()
  await expect.element(screen.getByText('Reason: Receipt is fine')).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect.element(screen.getByText('The request was saved.')).toBeVisible()
  expect(uploads.map(formOf)).toEqual([{ status: 'Paid', amount: '250.00', version: '3' }])
})

test('whoever decided cannot confirm, and can take it back; a correction of the text leaves it waiting', async () => {
  const { screen, uploads } = await render({ [list]: listed({ ...taxi, waiting: { ...waiting, is_mine: true } }) })
  const form = await openEdit(screen)
  await expect.element(screen.getByRole('button', { name: 'Confirm', exact: true })).not.toBeInTheDocument()
  await form.getByRole('textbox', { name: 'Description' }).fill('Taxi home')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(form).not.toBeInTheDocument()
  const again = await openEdit(screen)
  await again.getByRole('button', { name: 'Take back' }).click()
  await expect.element(again).not.toBeInTheDocument()
  expect(uploads.map(formOf)).toEqual([
    { description: 'Taxi home', version: '3' },
    { status: 'Submitted', version: '3' },
  ])
})

test('a decision above the amount says beforehand that it will wait, and afterwards that it does', async () => {
  const limit = { 'GET /operator/my_rights/': ok({ withheld: [], two_person_amount: '40.00' }) }
  const { screen } = await render(limit, () => ok({ message: 'ok', reimbursement: { ...taxi, waiting } }))
  const form = await openEdit(screen)
  await form.getByRole('combobox', { name: 'Status' }).click()
  await screen.getByRole('option', { name: 'Paid' }).click()
  await expect.element(form.getByText('Above $40.00, another person has to confirm.')).toBeVisible()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByText('The decision was saved. Another person has to confirm it.')).toBeVisible()
})
