import { type Reimbursement, scanSentences } from '@fornix/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../platform/http/failure.ts'
import { axeHits } from '../../testing/axe.ts'
import { refused, serve } from '../../testing/serve.ts'
import { chooseFiles, show, signIn, signOut } from '../../testing/show.tsx'
import { AddDrawer } from './AddDrawer.tsx'
import { EditDrawer } from './EditDrawer.tsx'
import { PatientReimbursements } from './PatientReimbursements.tsx'
import { ReceiptModal } from './ReceiptModal.tsx'
import { ReimbursementTab } from './ReimbursementTab.tsx'

const row: Reimbursement = {
  id: '01930000-0000-7000-8000-000000000001',
  amount: '48.00',
  paid_amount: null,
  description: 'Taxi',
  category: 'Transportation',
  status: 'Submitted',
  comment: '',
  file_id: '01930000-0000-7000-8000-000000000002',
  file_name: 'taxi.pdf',
  file_type: 'pdf',
  scan_state: 'unscanned',
  file_data: null,
  date: '2026-11-20T15:00:00.000Z',
  upload_date: '2026-11-20T15:00:00.000Z',
  email: 'amara@example.org',
  version: 3,
  history: [
    { status: 'Submitted', amount: '48.00', comment: '', author: 'Amara', timestamp: '2026-11-20T15:00:00.000Z' },
  ],
}
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
    await expect.element(form.getByText(sentence, { exact: true })).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Amount' })).toHaveFocus()
  await expect.element(form.getByRole('combobox', { name: 'Category' })).toHaveValue('Transportation')
  expect(add).not.toHaveBeenCalled()
  expect(await axeHits()).toEqual([])
})

test.each([
  ['12,50', 'Please enter an amount in dollars, such as 48.00'],
  ['0.00', 'Please enter an amount of at least 0.01'],
])('the amount %s is refused beside its field', async (amount, sentence) => {
  const { form, submit, fill, add } = await openAdd()
  await fill(amount)
  chooseFiles(receipt)
  await submit()
  await expect.element(form.getByText(sentence, { exact: true })).toBeVisible()
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
  await expect.element(form.getByText(sentence)).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Taxi')
  await expect.element(form.getByText('taxi.pdf')).toBeVisible()
  expect(onDone).not.toHaveBeenCalled()
})

const openEdit = async (change = vi.fn(async (..._: unknown[]) => {}), edited = row) => {
  const onDone = vi.fn()
  const { screen } = await show(<EditDrawer row={edited} change={change} onClose={vi.fn()} onDone={onDone} />)
  const form = screen.getByRole('form', { name: 'Edit request' })
  const status = async (name: string) => {
    await form.getByRole('combobox', { name: 'Status' }).click()
    await screen.getByRole('option', { name, exact: true }).click()
  }
  const save = () => form.getByRole('button', { name: 'Save', exact: true }).click()
  return { screen, form, status, save, change, onDone }
}

test.each(['On Hold', 'Rejected'])('%s asks for a reason', async (name) => {
  const { form, status, save, change } = await openEdit()
  await status(name)
  await save()
  await expect.element(form.getByText('Please give a reason', { exact: true })).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'Reason or comment' })).toHaveFocus()
  expect(change).not.toHaveBeenCalled()
  await form.getByRole('textbox', { name: 'Reason or comment' }).fill('No date')
  await save()
  await vi.waitFor(() =>
    expect(change).toHaveBeenCalledWith(
      row.id,
      expect.objectContaining({ status: name, comment: 'No date', version: 3 }),
      undefined,
    ),
  )
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

test('the effect of a status is told before it is chosen for good', async () => {
  const { form, status } = await openEdit()
  await status('Paid')
  await expect.element(form.getByText('Paid also records $48.00, and the patient gets a mail.')).toBeVisible()
  await status('Processing')
  await expect.element(form.getByText('The patient gets a mail about the new status.')).toBeVisible()
  await status('Submitted')
  await expect.element(form.getByText(/gets a mail/)).not.toBeInTheDocument()
})

test.each([
  ['Keep mine and save again', 'Bus', 4],
  ['Take what it says now', 'Train', 4],
])('of a change that came first, “%s” saves on top of it', async (choice, description, version) => {
  const stale = failure(409, { code: 'stale', reimbursement: { ...row, description: 'Train', version: 4 } })
  const change = vi.fn(async (..._: unknown[]) => {})
  change.mockRejectedValueOnce(stale)
  const { form, save, onDone } = await openEdit(change)
  await form.getByRole('textbox', { name: 'Description' }).fill('Bus')
  await save()
  await expect.element(form.getByText('$48.00 · Submitted · Train')).toBeVisible()
  await form.getByRole('button', { name: choice }).click()
  if (choice.startsWith('Take')) await save()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(change).toHaveBeenLastCalledWith(row.id, expect.objectContaining({ description, version }), undefined)
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
  await expect.element(one.getByRole('textbox', { name: 'Description' })).toHaveValue('For P-1')
  await one.unmount()

  serve({ ...kept, 'GET /operator/fetch_reimbursements/P-2/': () => [200, { reimbursements: [], ...totals }] })
  const { screen: other } = await show(<PatientReimbursements patientKey="P-2" />)
  await other.getByRole('button', { name: 'Add Reimbursement' }).click()
  await expect.element(other.getByRole('textbox', { name: 'Description' })).toHaveValue('')
})

test('a deletion names what goes, and a refusal is told', async () => {
  const screen = await staffAt({
    [`DELETE /operator/delete_reimbursements/${row.id}/`]: () => refused(409, 'A paid request cannot be deleted.'),
  })
  await screen.getByRole('button', { name: 'Delete Taxi' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete this request?' })
  await expect.element(dialog.getByText('Taxi, $48.00. The patient will no longer see it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByText('A paid request cannot be deleted.')).toBeVisible()
})

test('a receipt that cannot be downloaded says so', async () => {
  const screen = await staffAt({})
  await screen.getByRole('button', { name: 'Download the receipt of Taxi' }).click()
  await expect.element(screen.getByText('Error downloading file')).toBeVisible()
})

const mine = 'GET /patient/fetch_reimbursements/amara%40example.org/'
const amounts = 'POST /patient/get_reimbursement_amount/amara%40example.org/'

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

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90" onload="parent.ran=1;top.ran=1">
  <script>parent.ran = 1; top.ran = 1</script><circle r="9"/></svg>`
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\); top.ran = 1)>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/AA<</O<</S/JavaScript/JS(top.ran = 1)>>>>>>endobj
4 0 obj<</Length 41>>
stream
BT /F1 18 Tf 20 40 Td (Taxi 48 dollars) Tj ET
endstream
endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`
const openReceipt = async (file_type: string, file: string, receipt = async () => new Blob([file])) => {
  const shown = { ...row, file_type, file_name: `taxi.${file_type}` }
  return (await show(<ReceiptModal row={shown} receipt={receipt} onDownload={vi.fn()} onClose={vi.fn()} />)).screen
}

test('a receipt is shown as a picture, and nothing that is programmed in it runs', async () => {
  const screen = await openReceipt('svg', svg)
  const picture = screen.getByRole('img', { name: 'The receipt taxi.svg' })
  await expect.element(picture).toBeVisible()
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
  await screen.unmount()

  const paper = await openReceipt('pdf', pdf)
  await expect.element(paper.getByRole('region', { name: 'Page 1 of 1' })).toHaveTextContent('Taxi 48 dollars')
  expect(document.querySelectorAll('canvas')).toHaveLength(1)
  expect(document.querySelectorAll('object, embed, svg script')).toHaveLength(0)
  expect('ran' in window || 'ran' in (window.top ?? {})).toBe(false)
  expect(await axeHits()).toEqual([])
})

test('a receipt that is locked says why in its place', async () => {
  const locked = async () => {
    throw new ApiFailure(409, { error: scanSentences.quarantined, code: 'locked', detail: '', request_id: '' })
  }
  const screen = await openReceipt('pdf', '', locked)
  await expect.element(screen.getByRole('alert')).toHaveTextContent(scanSentences.quarantined)
})

test.each(['pdf', 'png'])('a %s that nobody can read says so, and can still be downloaded', async (type) => {
  const screen = await openReceipt(type, 'not at all')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The receipt cannot be shown here. Please download it.')
  await expect.element(screen.getByRole('button', { name: 'Download' })).toBeEnabled()
})

test('a receipt with a virus in it offers neither a view nor a download that would be refused', async () => {
  const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
  const locked = { ...row, scan_state: 'quarantined' }
  serve({ 'GET /operator/fetch_reimbursements/P-1/': () => [200, { reimbursements: [locked], ...totals }] })
  const { screen } = await show(<PatientReimbursements patientKey="P-1" />)
  await expect.element(screen.getByText(scanSentences.quarantined)).toBeVisible()
  expect(screen.getByRole('button', { name: /receipt of/ }).elements()).toHaveLength(0)
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
