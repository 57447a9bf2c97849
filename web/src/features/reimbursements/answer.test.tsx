import type { Reimbursement } from '@fornix/contract'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { goOffline } from '../../testing/offline.ts'
import { testReimbursement, testStep } from '../../testing/records.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { fieldsOf, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { PatientReimbursements } from './PatientReimbursements.tsx'
import { ReimbursementTab } from './ReimbursementTab.tsx'

const held: Reimbursement = { ...testReimbursement, status: 'On Hold', comment: 'The receipt has no date.' }
const earlier = { file_id: testReimbursement.file_id, file_name: 'taxi.pdf', file_type: 'pdf' }
const answered: Reimbursement = {
  ...testReimbursement,
  file_id: '01930000-0000-7000-8000-000000000009',
  file_name: 'better.pdf',
  history: [
    ...testReimbursement.history,
    testStep({ comment: 'It was June 3.', is_answer: true, earlier_receipt: { ...earlier, scan_state: 'clean' } }),
  ],
}
const list = 'GET /patient/fetch_reimbursements/P-7K3QX9/'
const amounts = 'POST /patient/get_reimbursement_amount/P-7K3QX9/'
const address = `POST /patient/answer_reimbursement/${held.id}/`
const better = new File(['%PDF-1.7'], 'better.pdf', { type: 'application/pdf' })

const open = async (response: () => Served) => {
  let row = held
  const set = (next: Reimbursement) => {
    row = next
  }
  serve({
    [list]: () => ok({ reimbursements: [row] }),
    [amounts]: ok({ reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }),
  })
  const uploads = serveUploads({ [address]: response })
  const { screen } = await show(<ReimbursementTab />, { role: 'Patient' })
  await expect.element(screen.getByText('The clinic needs more from you: The receipt has no date.')).toBeVisible()
  await screen.getByRole('button', { name: 'Answer: Taxi' }).click()
  const form = screen.getByRole('form', { name: 'Answer' })
  await expect.element(form).toBeVisible()
  return {
    screen,
    form,
    set,
    note: form.getByRole('textbox', { name: 'Your note' }),
    sendIt: () => form.getByRole('button', { name: 'Send answer' }).click(),
    sent: () => uploads.map(({ body }) => Object.fromEntries(fieldsOf(body) ?? [])),
  }
}

test('what is asked stands in the form, and an answer with nothing in it is not sent', async () => {
  const { form, note, sendIt, sent } = await open(() => ok())
  await expect.element(note).toHaveFocus()
  await expect.element(form.getByText('The clinic needs more from you: The receipt has no date.')).toBeVisible()
  await sendIt()
  await expect.element(form.getByText('Please write a note or add a receipt', { exact: true })).toBeVisible()
  await expect.element(note).toHaveFocus()
  expect(await hitsInEveryLook()).toEqual([])
  expect(sent()).toEqual([])
})

test('a note and a better receipt are sent, and the request says what was answered', async () => {
  const { screen, form, set, note, sendIt, sent } = await open(() => {
    set(answered)
    return ok()
  })
  await note.fill('It was June 3.')
  chooseFiles(better)
  await expect.element(form.getByText('better.pdf')).toBeVisible()
  await sendIt()
  await expect.element(screen.getByText(/^Your answer was sent\./)).toBeVisible()
  await expect.element(screen.getByText('Answer: It was June 3.')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Answered' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Answer: Taxi' })).not.toBeInTheDocument()
  expect(sent()).toEqual([
    { note: 'It was June 3.', version: '3', upload_key: expect.any(String), files: 'better.pdf' },
  ])
})

test('a receipt that is added while the answer waits for the network is not left out of it', async () => {
  const { form, note, sendIt, sent } = await open(() => ok())
  await note.fill('It was June 3.')
  const comeBack = goOffline()
  await sendIt()
  chooseFiles(better)
  await expect.element(form.getByText('better.pdf')).toBeVisible()
  comeBack()
  await expect.element(form.getByText(/^You made changes while this was waiting/)).toBeVisible()
  expect(sent()).toEqual([])
  await sendIt()
  await expect.poll(sent).toMatchObject([{ note: 'It was June 3.', files: 'better.pdf' }])
})

test('after a lost response the same is sent with the same key, and what was changed with another', async () => {
  let isBack = false
  const { screen, note, sendIt, sent } = await open(() => (isBack ? ok() : 'no network'))
  await note.fill('It was June 3.')
  await sendIt()
  await expect.element(screen.getByText(/^The portal did not respond/)).toBeVisible()
  await expect.element(note).toHaveValue('It was June 3.')
  await sendIt()
  await expect.poll(() => sent().length).toBe(2)
  await expect.element(screen.getByRole('button', { name: 'Send answer' })).toBeEnabled()
  await note.fill('It was June 4.')
  isBack = true
  await sendIt()
  await expect.element(screen.getByText(/^Your answer was sent\./)).toBeVisible()
  const keys = sent().map(({ upload_key }) => upload_key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('an answer that was stored behind a lost response is the same one when it is sent again, though the request is no longer on hold', async () => {
  let isBack = false
  const { screen, set, note, sendIt, sent } = await open(() => {
    set({ ...answered, version: 4 })
    return isBack ? ok() : 'no network'
  })
  await note.fill('It was June 3.')
  await sendIt()
  await expect.element(screen.getByText(/^The portal did not respond/)).toBeVisible()
  await expect.element(screen.getByText('Answer: It was June 3.')).toBeVisible()
  isBack = true
  await sendIt()
  await expect.element(screen.getByText(/^Your answer was sent\./)).toBeVisible()
  const [first, second] = sent().map(({ upload_key }) => upload_key)
  expect(second).toBe(first)
})

test('when the clinic was faster, the form says so, shows what is asked now, and keeps what was typed', async () => {
  let isFirst = true
  const { form, set, note, sendIt, sent, screen } = await open(() => {
    if (!isFirst) return ok()
    isFirst = false
    set({ ...held, comment: 'And your name?', version: 4 })
    return refused(409, 'The clinic changed this request while you were writing.')
  })
  await note.fill('It was June 3.')
  await sendIt()
  await expect.element(form.getByText('The clinic changed this request while you were writing.')).toBeVisible()
  await expect.element(form.getByText('The clinic needs more from you: And your name?')).toBeVisible()
  await expect.element(note).toHaveValue('It was June 3.')
  await sendIt()
  await expect.element(screen.getByText(/^Your answer was sent\./)).toBeVisible()
  expect(sent().map(({ version }) => version)).toEqual(['3', '4'])
})

test('staff read the answer at the request, and open the earlier receipt from its history', async () => {
  const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
  const asked = serve({
    'GET /operator/fetch_reimbursements/P-1/': ok({ reimbursements: [answered], ...totals }),
    [`GET /operator/download_reimbursement_document/${earlier.file_id}/`]: refused(400),
  })
  const { screen } = await show(<PatientReimbursements patientKey="P-1" />, { role: 'Nurse' })
  await expect.element(screen.getByRole('cell', { name: 'Answered' })).toBeVisible()
  await expect.element(screen.getByText('Answer: It was June 3.')).toBeVisible()
  await screen.getByText('History').click()
  await screen.getByRole('button', { name: 'Earlier receipt: taxi.pdf' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Receipt: Taxi' })).toBeVisible()
  await expect.poll(() => asked.some(({ call }) => call.includes(earlier.file_id))).toBe(true)
})

const removalOf = (area: string) => `DELETE /${area}/earlier_receipts/${earlier.file_id}/`
const [withReceipt, answerStep] = [answered, answered.history.at(-1)!]
const withoutReceipt: Reimbursement = {
  ...withReceipt,
  history: [...held.history, { ...answerStep, earlier_receipt: null, is_receipt_removed: true }],
}

test('a patient removes the earlier receipt after a question, and what failed stays', async () => {
  let [rows, isBroken] = [[withReceipt], true]
  const asked = serve({
    [list]: () => ok({ reimbursements: rows }),
    [amounts]: ok({ reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }),
    [removalOf('patient')]: () => {
      if (isBroken) return refused(409, 'This request has been decided, so its receipts stay with it.')
      rows = [withoutReceipt]
      return ok()
    },
  })
  const { screen } = await show(<ReimbursementTab />, { role: 'Patient' })
  await screen.getByText('History').click()
  await screen.getByRole('button', { name: 'Remove the earlier receipt taxi.pdf' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Remove this receipt?' })
  await expect
    .element(dialog.getByText('taxi.pdf will no longer be shown here. The newer receipt stays.'))
    .toBeVisible()
  expect(await axeHits()).toEqual([])
  expect(asked.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(dialog.getByText('This request has been decided, so its receipts stay with it.')).toBeVisible()
  isBroken = false
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(screen.getByText('The earlier receipt was removed.')).toBeVisible()
  await expect.element(screen.getByText('An earlier receipt was removed')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Earlier receipt: taxi.pdf' })).not.toBeInTheDocument()
})

test.each(['Paid', 'Rejected', 'set back'] as const)(
  'of a request that is %s nobody removes a receipt',
  async (status) => {
    const row: Reimbursement =
      status === 'set back'
        ? {
            ...withReceipt,
            history: [...withReceipt.history, testStep({ status: 'Paid', timestamp: '2026-11-22T15:00:00Z' })],
          }
        : { ...withReceipt, status }
    serve({
      [list]: ok({ reimbursements: [row] }),
      [amounts]: ok({ reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }),
    })
    const { screen } = await show(<ReimbursementTab />, { role: 'Patient' })
    await screen.getByText('History').click()
    await expect.element(screen.getByRole('button', { name: 'Earlier receipt: taxi.pdf' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  },
)

test('staff remove it, too', async () => {
  const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
  let rows = [withReceipt]
  serve({
    'GET /operator/fetch_reimbursements/P-1/': () => ok({ reimbursements: rows, ...totals }),
    [removalOf('operator')]: () => {
      rows = [withoutReceipt]
      return ok()
    },
  })
  const { screen } = await show(<PatientReimbursements patientKey="P-1" />, { role: 'Nurse' })
  await screen.getByText('History').click()
  await screen.getByRole('button', { name: 'Remove the earlier receipt taxi.pdf' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('The earlier receipt was removed.')
  await expect.element(screen.getByText('An earlier receipt was removed')).toBeVisible()
})

test('a receipt that was chosen, which no draft keeps, is not left without a question', async () => {
  const { screen, form, note } = await open(() => ok())
  await note.fill('It was June 3.')
  chooseFiles(better)
  await expect.element(form.getByText('better.pdf')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const question = screen.getByRole('alertdialog', { name: 'Discard what you entered?' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByRole('button', { name: 'Remove better.pdf' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
})
