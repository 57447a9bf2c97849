import {
  addMyReimbursement,
  addReimbursement,
  deletePatient,
  deleteReimbursement,
  downloadDocument,
  downloadMyReimbursementFile,
  downloadReimbursementFile,
  getReimbursementAmount,
  listMyReimbursements,
  listReimbursements,
  updateReimbursement,
  uploadMyDocument,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testClinic } from '../../../test/test-clinic.ts'
import { zipBytes } from '../../../test/zip-bytes.ts'

const { as, send, given, owner, mailsTo, together, project, nurse } = await testClinic()
const receipt = { name: 'taxi.pdf', bytes: smallPdf() }
const good = { amount: '48', description: 'Taxi to the scan', category: 'Transportation' } as const

const add = async (patient: TestUser, body: object = good) => {
  await as(patient).call(addMyReimbursement, { body: body as typeof good }, { file: receipt })
  const [first] = (await as(patient).call(listMyReimbursements, { params: { key: patient.email } })).reimbursements
  return first!
}
const change = (id: string, body: object) => send(nurse, updateReimbursement, { params: { id }, body })
const totals = (patient: TestUser) => as(patient).call(getReimbursementAmount, { params: { key: patient.email } })

describe('asking for money back', () => {
  test('what the server decides is the server’s, whatever is sent', async () => {
    const patient = await given.patient(project)
    const other = await given.patient(project)
    const claims = {
      status: 'Paid',
      paid_amount: '99',
      email: other.email,
      upload_date: '2001-01-01',
      comment: 'x',
      id: 'y',
    }
    const made = await add(patient, { ...good, ...claims })
    expect(made).toMatchObject({
      amount: '48.00',
      status: 'Submitted',
      paid_amount: null,
      comment: '',
      email: patient.email,
      file_data: null,
    })
    expect(made.date).toMatch(/^20(?!01)/)
    expect((await as(other).call(listMyReimbursements, { params: { key: other.email } })).reimbursements).toEqual([])
  })

  test('sent again after an answer that was lost, it is still one request', async () => {
    const patient = await given.patient(project)
    const body = { ...good, upload_key: crypto.randomUUID() }
    const mine = { body: { ...body, email: patient.email } }
    for (let tries = 0; tries < 2; tries++) {
      await as(patient).call(addMyReimbursement, { body }, { file: receipt })
      await as(nurse).call(addReimbursement, mine, { file: receipt })
    }
    // One of the patient's, and one of the nurse's.
    expect(await totals(patient)).toMatchObject({ reimbursement_amount: '96.00' })
    await as(patient).call(addMyReimbursement, { body: good }, { file: receipt })
    expect(await totals(patient)).toMatchObject({ reimbursement_amount: '144.00' })
  })

  test.each([
    ['$48', '48.00'],
    [' $ 1,250.5 ', '1250.50'],
    ['99,999.99', '99999.99'],
    ['12,50', '12.50'],
  ])('the amount %j is stored as %s', async (amount, stored) => {
    expect(await add(await given.patient(project), { ...good, amount })).toMatchObject({ amount: stored })
  })

  test.each([
    ...['1e999', 'NaN', '-1', '0', '0.00', '0.001', '100000', '1,5', 'abc'],
    ...['1.250,00', '1.250', '0,500', '1,25,000', '12,500,000', '48 50', '€48', '$', ','],
  ])('the amount %s is refused', async (amount) => {
    const patient = await given.patient(project)
    const answer = await send(patient, addMyReimbursement, { body: { ...good, amount } }, { file: receipt })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(['amount'])
    expect(await owner('select from files where patient_id = $1', [patient.id])).toEqual([])
  })

  test('each missing part has its sentence', async () => {
    const patient = await given.patient(project)
    const answer = await send(patient, addMyReimbursement, { body: { amount: '', description: '' } }, { file: receipt })
    expect(answer.body.fields).toEqual({ amount: 'Amount is required', description: 'Description is required' })
    expect(await send(patient, addMyReimbursement, { body: good })).toMatchObject({
      status: 400,
      body: { error: 'File is required' },
    })
    for (const wrong of [
      { name: 'notes.txt', bytes: Buffer.from('notes') },
      { name: 'notes.zip', bytes: zipBytes([{ name: 'notes.txt' }]) },
    ])
      expect(await send(patient, addMyReimbursement, { body: good }, { file: wrong })).toMatchObject({
        status: 415,
        body: { error: 'Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.' },
      })
    const large = { name: 'a.pdf', bytes: Buffer.concat([smallPdf(), Buffer.alloc(1_100_000, ' ')]) }
    expect(await send(patient, addMyReimbursement, { body: good }, { file: large })).toMatchObject({
      status: 413,
      body: { error: 'File size exceeds 1MB limit.' },
    })
  })

  test('staff add one for the patient that the form names, in their project only', async () => {
    const patient = await given.patient(project)
    await as(nurse).call(addReimbursement, { body: { ...good, email: patient.email } }, { file: receipt })
    const { reimbursements } = await as(nurse).call(listReimbursements, { params: { key: patient.code } })
    expect(reimbursements).toEqual([expect.objectContaining({ email: patient.email, status: 'Submitted' })])
    const stranger = await given.patient()
    expect(
      (await send(nurse, addReimbursement, { body: { ...good, email: stranger.email } }, { file: receipt })).status,
    ).toBe(404)
  })
})

describe('deciding', () => {
  test('paid records the amount, leaving paid clears it, and the totals leave out what was rejected', async () => {
    const patient = await given.patient(project)
    const one = await add(patient)
    const two = await add(patient, { ...good, amount: '10.55' })
    expect((await change(one.id, { status: 'Paid' })).body.reimbursement).toMatchObject({
      paid_amount: '48.00',
      status: 'Paid',
    })
    expect(await totals(patient)).toEqual({ reimbursement_amount: '58.55', paid_reimbursement_amount: '48.00' })
    await change(two.id, { status: 'Rejected', comment: 'No receipt' })
    expect(await totals(patient)).toEqual({ reimbursement_amount: '48.00', paid_reimbursement_amount: '48.00' })
    expect((await change(one.id, { status: 'Approved' })).body.reimbursement.paid_amount).toBeNull()
    const list = await as(nurse).call(listReimbursements, { params: { key: patient.code } })
    expect(list).toMatchObject({ reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' })
  })

  test.each(['Rejected', 'On Hold'])('%s needs a reason, which the patient reads with the history', async (status) => {
    const patient = await given.patient(project)
    const { id } = await add(patient)
    expect(await change(id, { status })).toMatchObject({
      status: 400,
      body: { fields: { comment: 'Please give a reason' } },
    })
    await change(id, { status, comment: 'The date is missing' })
    const [seen] = (await as(patient).call(listMyReimbursements, { params: { key: patient.code } })).reimbursements
    expect(seen).toMatchObject({ status, comment: 'The date is missing' })
    expect(seen?.history.map((step) => step.status)).toEqual(['Submitted', status])
  })

  test('the patient gets a mail when the status changes, and only then', async () => {
    const patient = await given.patient(project)
    const { id } = await add(patient)
    await change(id, { description: 'Train' })
    await change(id, { status: 'Approved' })
    await change(id, { status: 'Approved' })
    const mails = await mailsTo(patient.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Approved')])
    expect(mails[0]?.body).not.toMatch(/Taxi|Train|48/)
  })

  test('an edit of what somebody else has changed meanwhile is refused with what stands there now', async () => {
    const { id, version } = await add(await given.patient(project))
    const answers = await Promise.all(['First', 'Second'].map((description) => change(id, { description, version })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'stale', reimbursement: { id, version: version + 1 } })
  })

  test('of two decisions at the same moment one is taken', async () => {
    const { id, version } = await add(await given.patient(project))
    const answers = await together('select from reimbursements where reimbursement_id = $1', [id], () =>
      ['Approved', 'Processing'].map((status) => change(id, { status, version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('paid is the amount that was decided with it, and a changed amount is in the history', async () => {
    const { id } = await add(await given.patient(project))
    const paid = await change(id, { status: 'Paid', amount: '30.25' })
    expect(paid.body.reimbursement).toMatchObject({ amount: '30.25', paid_amount: '30.25' })
    const { history } = (await change(id, { amount: '31' })).body.reimbursement
    expect(history.map(({ status, amount }: Record<string, string>) => [status, amount])).toEqual([
      ['Submitted', '48.00'],
      ['Paid', '30.25'],
      ['Paid', '31.00'],
    ])
  })

  test('a reason does not stay when the request moves on', async () => {
    const { id } = await add(await given.patient(project))
    await change(id, { status: 'On Hold', comment: 'The date is missing' })
    expect((await change(id, { description: 'Train' })).body.reimbursement.comment).toBe('The date is missing')
    expect((await change(id, { status: 'Approved' })).body.reimbursement.comment).toBe('')
  })

  test('what was deleted is in no list and no total, nobody opens its receipt, and the other request stays', async () => {
    const patient = await given.patient(project)
    const kept = await add(patient)
    const gone = await add(patient, { ...good, amount: '10' })
    await add(await given.patient(project), { ...good, amount: '99' })
    await send(nurse, deleteReimbursement, { params: { id: gone.id } })
    const list = await as(nurse).call(listReimbursements, { params: { key: patient.code } })
    expect(list).toMatchObject({ reimbursements: [{ id: kept.id }], reimbursement_amount: '48.00' })
    expect((await send(nurse, downloadReimbursementFile, { params: { file_id: gone.file_id } })).status).toBe(404)
  })

  test('the request of a deleted patient is neither decided nor read', async () => {
    const patient = await given.patient(project)
    const { id, file_id } = await add(patient)
    await as(nurse).call(deletePatient, { params: { email: patient.email }, body: {} })
    expect((await change(id, { status: 'Paid' })).status).toBe(404)
    expect((await send(nurse, downloadReimbursementFile, { params: { file_id } })).status).toBe(404)
  })

  test('what was paid is not deleted, also when it was set back since; another request is, once', async () => {
    const patient = await given.patient(project)
    const [paid, other] = [await add(patient), await add(patient)]
    const remove = async (id: string) => (await send(nurse, deleteReimbursement, { params: { id } })).status
    await change(paid.id, { status: 'Paid' })
    expect(await remove(paid.id)).toBe(409)
    await change(paid.id, { status: 'Submitted' })
    expect(await remove(paid.id)).toBe(409)
    expect([await remove(other.id), await remove(other.id)]).toEqual([200, 200])
    const { reimbursements } = await as(patient).call(listMyReimbursements, { params: { key: patient.code } })
    expect(reimbursements.map(({ id }) => id)).toEqual([paid.id])
    expect((await change(other.id, { status: 'Paid' })).status).toBe(404)
  })

  test('a new receipt replaces the old one', async () => {
    const patient = await given.patient(project)
    const made = await add(patient)
    const bytes = smallPdf('another')
    const changed = await send(
      nurse,
      updateReimbursement,
      { params: { id: made.id }, body: {} },
      { file: { name: 'new.pdf', bytes } },
    )
    const { file_id } = changed.body.reimbursement
    expect((await send(patient, downloadMyReimbursementFile, { params: { file_id } })).bytes.equals(bytes)).toBe(true)
    expect((await send(patient, downloadMyReimbursementFile, { params: { file_id: made.file_id } })).status).toBe(404)
    expect(await owner('select from files where file_id = $1 and deleted_at is not null', [made.file_id])).toHaveLength(
      1,
    )
  })
})

test('a receipt is no document and a document no receipt', async () => {
  const patient = await given.patient(project)
  const { file_id } = await add(patient)
  expect((await send(nurse, downloadDocument, { params: { file_id } })).status).toBe(404)
  const document = await as(patient).call(uploadMyDocument, { params: { key: patient.code } }, { file: receipt })
  expect((await send(nurse, downloadReimbursementFile, { params: { file_id: document.file_id } })).status).toBe(404)
  expect((await send(nurse, downloadReimbursementFile, { params: { file_id } })).bytes.equals(receipt.bytes)).toBe(true)
})
