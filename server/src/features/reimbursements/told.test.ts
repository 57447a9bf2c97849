import {
  addMyReimbursement,
  deleteReimbursement,
  hourMs,
  listMyReimbursements,
  listNews,
  updateReimbursement,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { deferringSender } from '../../../test/deferring-sender.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testClinic } from '../../../test/test-clinic.ts'

const { as, send, given, owner, mailsTo, project, nurse, database, platform } = await testClinic()

const setting = async (language = 'en') => {
  const patient = await given.patient(project)
  await owner('update patients set language = $2 where patient_id = $1', [patient.id, language])
  const file = { name: 'taxi.pdf', bytes: smallPdf() }
  await as(patient).call(addMyReimbursement, { body: { amount: '300', description: 'Taxi' } }, { file })
  const rows = async () =>
    (await as(patient).call(listMyReimbursements, { params: { key: patient.code } })).reimbursements
  const [claim] = await rows()
  const id = claim?.id ?? ''
  const change = (body: object) => as(nurse).call(updateReimbursement, { params: { id }, body })
  const remove = (version?: number) => send(nurse, deleteReimbursement, { params: { id }, body: { version } })
  return { patient, id, rows, change, remove, version: claim?.version ?? 0 }
}
const subjects = async ({ email }: TestUser) => (await mailsTo(email)).map(({ subject }) => subject.split(' · ')[0])
const newsOf = async (patient: TestUser) =>
  (await as(patient).call(listNews, { query: {} })).news.map(({ status }) => status)

test('a request is deleted only as it was shown; what others decided meanwhile comes back', async () => {
  const { patient, rows, change, remove, version } = await setting()
  await change({ status: 'Approved' })
  const refused = await remove(version)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'stale', reimbursement: { status: 'Approved', version: version + 1 } },
  })
  expect(await rows()).toHaveLength(1)
  expect((await remove(version + 1)).status).toBe(200)
  expect(await rows()).toEqual([])
  expect(await subjects(patient)).toEqual([
    'Your reimbursement request: Approved',
    'Your reimbursement request was deleted',
  ])
  for (const { body } of await mailsTo(patient.email)) expect(body).not.toMatch(/answer/)
  expect(await newsOf(patient)).toEqual(['Deleted'])
})

test('a client that says no version deletes, too; twice tells the patient once, in their language', async () => {
  const { patient, id, change, remove } = await setting('es')
  await change({ status: 'Pending Approval' })
  expect((await send(nurse, deleteReimbursement, { params: { id } })).status).toBe(200)
  expect((await remove()).status).toBe(200)
  expect(await subjects(patient)).toEqual([
    'Su solicitud de reembolso: Pendiente de aprobación',
    'Se eliminó su solicitud de reembolso',
  ])
})

test.each(['Approved', 'Processing'])(
  'a client that says no version does not delete a request that is %s',
  async (status) => {
    const { rows, change, remove } = await setting()
    await change({ status })
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'stale', reimbursement: { status } } })
    expect(await rows()).toHaveLength(1)
  },
)

test('one about which the patient was told nothing goes without a mail', async () => {
  const { patient, remove, version } = await setting()
  expect((await remove(version)).status).toBe(200)
  expect([await subjects(patient), await newsOf(patient)]).toEqual([[], []])
})

test('a status that was not delivered does not arrive after the next one; another amount waits for it', async () => {
  const { patient, rows, change, remove } = await setting()
  const server = deferringSender({ database, platform }, patient.email)
  const says = () => server.subjects().map((subject) => subject.split(' · ')[0])
  await change({ status: 'On Hold', comment: 'Please send a better receipt' })
  await server.wake(() => true)
  await change({ status: 'Approved' })
  await server.wake(() => true)
  await change({ amount: '200' })
  await server.wake((subject) => subject.includes('Approved'))
  expect(says()).toEqual([])
  server.pass(hourMs)
  await server.wake()
  expect(says()).toEqual(['Your reimbursement request: Approved', 'Your reimbursement request: new amount'])

  await change({ status: 'Processing' })
  await server.wake(() => true)
  await remove((await rows())[0]?.version)
  server.pass(hourMs)
  await server.wake()
  expect(says().slice(2)).toEqual(['Your reimbursement request was deleted'])
})

test('another question while on hold is a mail and news; the same question with another text of the request is not', async () => {
  const { patient, change } = await setting()
  await change({ status: 'On Hold', comment: 'Please send a better receipt' })
  await change({ description: 'Taxi home' })
  await change({ comment: 'Please send a better receipt' })
  await change({ comment: 'The hotel bill, too' })
  expect(await subjects(patient)).toEqual([
    'Your reimbursement request: On Hold',
    'A new question about your reimbursement request',
  ])
  const bodies = (await mailsTo(patient.email)).map(({ body }) => body)
  expect(bodies.join()).not.toMatch(/receipt|hotel|Taxi/)
  for (const body of bodies) expect(body).toMatch(/question .* Please answer it in the portal so we can decide\./)
  expect(await newsOf(patient)).toEqual(['question', 'On Hold'])
})

test.each(['Approved', 'Processing', 'Paid'] as const)(
  'another amount of a request that is %s is a mail and news; a comment is not',
  async (status) => {
    const { patient, change } = await setting()
    await change({ status })
    await change({ comment: 'By bank transfer' })
    await change({ amount: '300.00' })
    expect(await newsOf(patient)).toEqual([status])
    await change({ amount: '30' })
    expect(await subjects(patient)).toEqual([
      `Your reimbursement request: ${status}`,
      'Your reimbursement request: new amount',
    ])
    expect((await mailsTo(patient.email)).map(({ body }) => body).join()).not.toMatch(/\$|30\.00|Taxi/)
    expect(await newsOf(patient)).toEqual(['amount', status])
  },
)

test('an amount that is corrected before anything was decided is no news', async () => {
  const { patient, change } = await setting()
  await change({ status: 'Pending Approval' })
  await change({ amount: '30' })
  expect(await newsOf(patient)).toEqual(['Pending Approval'])
})
