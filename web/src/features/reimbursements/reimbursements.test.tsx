import { type Reimbursement, scanSentences } from '@fornix/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../platform/http/failure.ts'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testReimbursement as row, testStep } from '../../testing/records.ts'
import { ok, refused, serve, staleFailure } from '../../testing/serve.ts'
import { chooseFiles, show, signIn, signOut } from '../../testing/show.tsx'
import { AddDrawer } from './AddDrawer.tsx'
import { EditDrawer } from './EditDrawer.tsx'
import { PatientReimbursements } from './PatientReimbursements.tsx'
import { ReimbursementTab } from './ReimbursementTab.tsx'

const failure = (status: number, body: object) =>
  new ApiFailure(status, { error: '', code: 'test', detail: '', request_id: 'test', ...body })
const receipt = new File(['%PDF-1.7'], 'taxi.pdf', { type: 'application/pdf' })

beforeEach(() => {
  signOut()
  signIn('Patient')
  serve({})
})

const openAdd = async (add = vi.fn(async () => {})) => {
  const onDone = vi.fn()
  const { screen } = await show(<AddDrawer opened draft="test" add={add} onClose={vi.fn()} onDone={onDone} />)
  const form = screen.getByRole('form', { name: 'Add Reimbursement' })
  await expect.element(form).toBeVisible()
  const submit = () => form.getByRole('button', { name: 'Submit' }).click()
  const fill = async (amount: string) => {
    await form.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await form.getByRole('textbox', { name: 'Description' }).fill('Taxi')
  }
  return { form, submit, fill, add, onDone }
}

test('the first press of Submit names all that is missing, and the first field has the focus', async () => {
  const { form, submit, add } = await openAdd()
  await expect.element(form.getByRole('textbox', { name: 'Amount' })).toHaveFocus()
  await submit()
  await expect.element(form.getByText('Please correct 3 fields')).toBeVisible()
  for (const sentence of ['Amount is required', 'Description is required', 'File is required'])
    await expect.element(form.getByText(sentence, { exact: true }).last()).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Amount' })).toHaveFocus()
  await expect.element(form.getByRole('combobox', { name: 'Category' })).toHaveValue('Transportation')
  expect(add).not.toHaveBeenCalled()
  expect(await hitsInEveryLook()).toEqual([])
})

test.each([
  ['forty', 'Please enter an amount in dollars, such as 48.00'],
  ['12,5', 'Please write the cents after a period, such as 1,250.00'],
  ['1.250,00', 'Please write the cents after a period, such as 1,250.00'],
  ['1.250', 'Please write the cents after a period, such as 1,250.00'],
  ['0,500', 'Please write the cents after a period, such as 1,250.00'],
  ['12,50.00', 'Please write the cents after a period, such as 1,250.00'],
  ['$100,000', 'Please enter an amount of at most 99,999.99'],
  ['0.00', 'Please enter an amount of at least 0.01'],
])('the amount %s is refused beside its field', async (amount, sentence) => {
  const { form, submit, fill, add } = await openAdd()
  await fill(amount)
  chooseFiles(receipt)
  await submit()
  await expect.element(form.getByText(sentence, { exact: true }).first()).toBeVisible()
  expect(add).not.toHaveBeenCalled()
})

test.each([
  [new File(['x'], 'taxi.docx'), 'Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.'],
  [new File([new Uint8Array(1_048_577)], 'taxi.png'), 'File size exceeds 1MB limit.'],
])('a wrong receipt is refused before a byte is sent: %#', async (file, sentence) => {
  const { form, submit, fill, add } = await openAdd()
  await fill('48')
  chooseFiles(file)
  await expect.element(form.getByRole('alert')).toHaveTextContent(sentence)
  await submit()
  await expect.element(form.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(form.getByRole('button', { name: 'Browse File' })).toHaveFocus()
  expect(add).not.toHaveBeenCalled()
})

test.each([
  [
    failure(415, { error: 'Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.' }),
    /^Invalid file type/,
  ],
  [failure(413, { error: 'File size exceeds 1MB limit.' }), /^File size exceeds 1MB limit\.$/],
  [failure(400, { fields: { amount: 'Amount is required' } }), /^Amount is required$/],
  [failure(500, {}), /^The request could not be saved\. Please try again\.$/],
])('what the server refuses is told at its place, and nothing typed is lost: %#', async (refusal, sentence) => {
  const { form, submit, fill, onDone } = await openAdd(vi.fn(() => Promise.reject(refusal)))
  await fill('48')
  chooseFiles(receipt)
  await submit()
  await expect.element(form.getByText(sentence).last()).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Taxi')
  await expect.element(form.getByText('taxi.pdf')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
})

const openEdit = async (change = vi.fn(async (..._: unknown[]) => row), edited = row) => {
  const onDone = vi.fn()
  const receipt = vi.fn(async (_: Reimbursement) => new Blob(['not a picture']))
  const drawer = <EditDrawer row={edited} change={change} receipt={receipt} onClose={vi.fn()} onDone={onDone} />
  const { screen } = await show(drawer)
  const form = screen.getByRole('form', { name: 'Edit request' })
  const status = async (name: string) => {
    await form.getByRole('combobox', { name: 'Status' }).click()
    await screen.getByRole('option', { name, exact: true }).click()
  }
  const save = () => form.getByRole('button', { name: 'Save', exact: true }).click()
  return { screen, form, status, save, change, receipt, onDone }
}

test.each(['On Hold', 'Rejected'])('%s asks for a reason', async (name) => {
  const { form, status, save, change } = await openEdit()
  await status(name)
  await save()
  await expect.element(form.getByText('Please give a reason', { exact: true })).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Reason or comment' })).toHaveFocus()
  expect(await hitsInEveryLook()).toEqual([])
  expect(change).not.toHaveBeenCalled()
  await form.getByRole('textbox', { name: 'Reason or comment' }).fill('No date')
  await save()
  await expect
    .poll(() => change)
    .toHaveBeenCalledWith(row.id, expect.objectContaining({ status: name, comment: 'No date', version: 3 }), undefined)
})

test('the reason of one status does not become the reason of another', async () => {
  const { form, status } = await openEdit(undefined, { ...row, status: 'On Hold', comment: 'No date' })
  const reason = form.getByRole('textbox', { name: 'Reason or comment' })
  await status('Approved')
  await expect.element(reason).toHaveValue('')
  await status('On Hold')
  await expect.element(reason).toHaveValue('No date')
  await reason.fill('Typed now')
  await status('Rejected')
  await expect.element(reason).toHaveValue('Typed now')
})

test('the effect names an amount in any spelling, and none that cannot be saved', async () => {
  const { form, status } = await openEdit()
  const amount = form.getByRole('textbox', { name: 'Amount' })
  await amount.fill('$1,250')
  await status('Paid')
  await expect.element(form.getByText(/^This records \$1,250\.00 as paid\./)).toBeVisible()
  for (const wrong of ['12,5', '', '100000']) {
    await amount.fill(wrong)
    await expect.element(form.getByText(/^This records /)).not.toBeInTheDocument()
  }
})

test('the same amount in another spelling is not sent: it would take back what a colleague decided', async () => {
  const { form, save, change } = await openEdit()
  await form.getByRole('textbox', { name: 'Amount' }).fill('$48')
  await form.getByRole('textbox', { name: 'Description' }).fill('Two trains')
  await save()
  await expect.poll(() => change).toHaveBeenCalledWith(row.id, { description: 'Two trains', version: 3 }, undefined)
})

test('the effect of a status is told before it is chosen for good', async () => {
  const { form, status } = await openEdit()
  await status('Paid')
  await expect
    .element(
      form.getByText('This records $48.00 as paid. The patient gets an email, unless they turned these emails off.'),
    )
    .toBeVisible()
  await status('Processing')
  await expect
    .element(form.getByText('The patient gets an email about the new status, unless they turned these emails off.'))
    .toBeVisible()
  await status('Submitted')
  await expect.element(form.getByText(/gets an email/)).not.toBeInTheDocument()
})

test.each([
  ['Save mine instead', { description: 'Bus', version: 4 }],
  ['Keep the saved version', { version: 4 }],
])('of a change that came first, “%s” saves on top of it', async (choice, sent) => {
  const stale = staleFailure({ reimbursement: { ...row, description: 'Train', version: 4 } })
  const change = vi.fn(async (..._: unknown[]) => row)
  change.mockRejectedValueOnce(stale)
  const { form, save, onDone } = await openEdit(change)
  await form.getByRole('textbox', { name: 'Description' }).fill('Bus')
  await save()
  await expect.element(form.getByText('$48.00 · Submitted · Train')).toBeVisible()
  await form.getByRole('button', { name: choice }).click()
  if (choice.startsWith('Keep')) await save()
  await expect.poll(() => onDone).toHaveBeenCalled()
  expect(change).toHaveBeenLastCalledWith(row.id, sent, undefined)
})

test('a receipt that the patient replaced meanwhile is the one that is shown', async () => {
  const theirs = { ...row, file_id: '01930000-0000-7000-8000-0000000000f9', version: 4 }
  const change = vi.fn(async (..._: unknown[]) => row)
  change.mockRejectedValueOnce(staleFailure({ reimbursement: theirs }))
  const { screen, form, save, receipt } = await openEdit(change)
  await form.getByRole('textbox', { name: 'Description' }).fill('Bus')
  await save()
  await expect.element(form.getByText('$48.00 · Submitted · Taxi · New receipt')).toBeVisible()
  await form.getByRole('button', { name: 'Keep the saved version' }).click()
  await screen.getByRole('button', { name: 'Show the receipt' }).click()
  await expect.poll(() => receipt.mock.lastCall?.[0].file_id).toBe(theirs.file_id)
})

test('taking back a larger payment says that another person has to confirm', async () => {
  serve({ 'GET /operator/my_rights/': ok({ withheld: [], two_person_amount: '100.00' }) })
  const paid = { ...row, status: 'Paid' as const, amount: '450.00', paid_amount: '450.00' }
  signIn('Nurse')
  const { form, status } = await openEdit(undefined, paid)
  await status('Submitted')
  await expect.element(form.getByText('Above $100.00, another person has to confirm.')).toBeVisible()
})

const waiting = {
  status: 'Paid',
  amount: '450.00',
  comment: '',
  name: 'Ben Okafor',
  at: '2026-11-20T15:00:00.000Z',
  is_mine: false,
} as const
test.each([
  ['waits', { waiting }, '$48.00 · Submitted · Train · Ben Okafor decided: Paid, $450.00.'],
  ['counted at once', { status: 'Paid', paid_amount: '48.00' }, '$48.00 · Paid · Train'],
  ['has a reason', { status: 'On Hold', comment: 'No date' }, '$48.00 · On Hold · Train · No date'],
] as const)('a correction of the text that comes late leaves a decision that %s', async (_, decided, said) => {
  const theirs = { ...row, ...decided, description: 'Train', category: 'Food', version: 4 }
  const change = vi.fn(async (..._: unknown[]) => row)
  change.mockRejectedValueOnce(staleFailure({ reimbursement: theirs }))
  change.mockRejectedValueOnce(failure(500, {}))
  const { form, save, onDone } = await openEdit(change)
  await form.getByRole('textbox', { name: 'Description' }).fill('Bus')
  await save()
  await expect.element(form.getByText(said)).toBeVisible()
  await form.getByRole('button', { name: 'Save mine instead' }).click()
  await expect.element(form.getByText('The request could not be saved. Please try again.')).toBeVisible()
  await expect.element(form.getByRole('combobox', { name: 'Status' })).toHaveValue(theirs.status)
  await save()
  await expect.poll(() => onDone).toHaveBeenCalled()
  const mine = [row.id, { description: 'Bus', version: 4 }, undefined]
  expect(change.mock.calls.slice(1)).toEqual([mine, mine])
})

test('what was decided here goes along, also over what somebody else decided first', async () => {
  const change = vi.fn(async (..._: unknown[]) => row)
  change.mockRejectedValueOnce(staleFailure({ reimbursement: { ...row, waiting, version: 4 } }))
  const { form, save, status } = await openEdit(change, { ...row, status: 'On Hold', comment: 'No date' })
  await status('Rejected')
  await form.getByRole('textbox', { name: 'Reason or comment' }).fill('No date')
  await save()
  await form.getByRole('button', { name: 'Save mine instead' }).click()
  const decided = { status: 'Rejected', comment: 'No date' }
  await expect.poll(() => change).toHaveBeenLastCalledWith(row.id, { ...decided, version: 4 }, undefined)
  expect(change).toHaveBeenNthCalledWith(1, row.id, { ...decided, version: 3 }, undefined)
})

const list = 'GET /operator/fetch_reimbursements/P-1/'
const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
const staffAt = async (answers: Parameters<typeof serve>[0]) => {
  signOut()
  signIn('Nurse')
  serve({ [list]: () => [200, { reimbursements: [row], ...totals }], ...answers })
  return (await show(<PatientReimbursements patientKey="P-1" />)).screen
}

test('what staff began to type for one patient is not offered for another', async () => {
  const draft = { values: { amount: '7', description: 'For P-1', category: 'Food' }, saved_at: '2026-11-21T20:42:07Z' }
  const kept = { 'GET /common/api/draft/reimbursement.P-1/': (): [number, unknown] => [200, { draft }] }
  const one = await staffAt(kept)
  await one.getByRole('button', { name: 'Add Reimbursement' }).click()
  await one.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(one.getByRole('textbox', { name: 'Description' })).toHaveValue('For P-1')
  await one.unmount()

  serve({ ...kept, 'GET /operator/fetch_reimbursements/P-2/': () => [200, { reimbursements: [], ...totals }] })
  const { screen: other } = await show(<PatientReimbursements patientKey="P-2" />)
  await other.getByRole('button', { name: 'Add Reimbursement' }).click()
  await expect.element(other.getByRole('textbox', { name: 'Description' })).toHaveValue('')
  await expect.element(other.getByRole('button', { name: 'Continue editing' })).not.toBeInTheDocument()
})

test('a deletion names what goes, and a refusal is told', async () => {
  const screen = await staffAt({
    [`DELETE /operator/delete_reimbursements/${row.id}/`]: () => refused(409, 'A paid request cannot be deleted.'),
  })
  await screen.getByRole('button', { name: 'Delete Taxi' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete this request?' })
  await expect.element(dialog.getByText('Taxi, $48.00, Submitted. The patient will no longer see it.')).toBeVisible()
  await expect.element(dialog.getByText(/gets an email/)).not.toBeInTheDocument()
  expect(await hitsInEveryLook()).toEqual([])
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByText('A paid request cannot be deleted.')).toBeVisible()
})

test('what somebody else decided meanwhile is shown before it is deleted', async () => {
  const versions: unknown[] = []
  const history = [...row.history, testStep({ status: 'Approved' })]
  const theirs = { ...row, status: 'Approved', amount: '40.00', version: 4, history }
  const screen = await staffAt({
    [`DELETE /operator/delete_reimbursements/${row.id}/`]: ({ body }) => {
      versions.push(body)
      return versions.length > 1
        ? ok()
        : [409, { error: 'Someone else changed it.', code: 'stale', detail: '', request_id: '', reimbursement: theirs }]
    },
  })
  await screen.getByRole('button', { name: 'Delete Taxi' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete this request?' })
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
  await confirm.click()
  await expect.element(dialog.getByText('Someone else changed it.')).toBeVisible()
  await expect.element(dialog.getByText('Taxi, $40.00, Approved. The patient will no longer see it.')).toBeVisible()
  await expect.element(dialog.getByText(/^The patient gets an email/)).toBeVisible()
  await confirm.click()
  await expect.element(screen.getByText('The request was deleted.')).toBeVisible()
  expect(versions).toEqual([{ version: 3 }, { version: 4 }])
})

test('a receipt that cannot be downloaded says so', async () => {
  const screen = await staffAt({})
  await screen.getByRole('button', { name: 'Download the receipt for Taxi' }).click()
  await expect.element(screen.getByText('Error downloading file')).toBeVisible()
})

const mine = 'GET /patient/fetch_reimbursements/P-7K3QX9/'
const amounts = 'POST /patient/get_reimbursement_amount/P-7K3QX9/'

test('a patient without requests reads so; a list that fails can be asked for again', async () => {
  let broken = true
  serve({
    [mine]: () => (broken ? refused(500) : [200, { reimbursements: [] }]),
    [amounts]: () => [200, { reimbursement_amount: '0.00', paid_reimbursement_amount: '0.00' }],
  })
  const { screen } = await show(<ReimbursementTab />)
  await expect
    .element(screen.getByText('The reimbursement requests could not be loaded. Please try again.'))
    .toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No reimbursement requests yet')).toBeVisible()
})

test('a receipt with a virus in it offers neither a view nor a download that would be refused', async () => {
  const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
  const locked = { ...row, scan_state: 'quarantined' }
  serve({ 'GET /operator/fetch_reimbursements/P-1/': () => [200, { reimbursements: [locked], ...totals }] })
  const { screen } = await show(<PatientReimbursements patientKey="P-1" />)
  await expect.element(screen.getByText(scanSentences.quarantined)).toBeVisible()
  expect(screen.getByRole('button', { name: /receipt for/ }).elements()).toHaveLength(0)
  await expect.element(screen.getByRole('button', { name: /^Edit / })).toBeVisible()
})

test('a receipt that was being checked is shown as clean without a reload', async () => {
  const waiting = { ...row, scan_state: 'pending' }
  const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
  const { file_id } = row
  const sent = serve({
    'GET /operator/fetch_reimbursements/P-1/': () => [200, { reimbursements: [waiting], ...totals }],
    'GET /common/api/scan_states/': () => [200, { files: [{ file_id, scan_state: 'clean' }] }],
  })
  const { screen } = await show(<PatientReimbursements patientKey="P-1" />)
  await expect.element(screen.getByText('No virus found')).toBeVisible()
  expect(sent.find(({ call }) => call.includes('scan_states'))?.search).toBe(`?file_ids=${file_id}`)
})
