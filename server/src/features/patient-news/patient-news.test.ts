import {
  addMyReimbursement,
  answerThread,
  bookAppointment,
  cancelMyAppointment,
  countMyMessages,
  getMyThread,
  getThread,
  listMyReimbursements,
  listMyThreads,
  listNews,
  markMyThreadSeen,
  readNews,
  sendMyMessage,
  startMyThread,
  updateReimbursement,
  uploadDocument,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { smallPdf } from '../../../test/given.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()

const news = (patient: TestUser) => as(patient).call(listNews, { query: {} })
const setting = async () => {
  const ana = await given.patient()
  return { ana, nora: await given.staff('Nurse', ana.project) }
}
const upload = async (by: TestUser, of: TestUser, file_name: string) =>
  as(by).call(
    by === of ? uploadMyDocument : uploadDocument,
    { params: { key: of.code } },
    { file: { name: file_name, bytes: smallPdf() } },
  )
const ask = async (ana: TestUser) =>
  (await as(ana).call(startMyThread, { body: { id: uuid(), subject: 'Earplugs', text: 'Do I get some?' } })).thread_id
const answer = (nora: TestUser, thread: string) =>
  as(nora).call(answerThread, { params: { thread }, body: { id: uuid(), text: 'Yes.' } })

test('what the clinic did is new until it was seen; what the patient did is no news', async () => {
  const { ana, nora } = await setting()
  const thread = await ask(ana)
  await as(ana).call(sendMyMessage, { params: { thread }, body: { id: uuid(), text: 'Please' } })
  await upload(ana, ana, 'mine.pdf')
  expect(await news(ana)).toMatchObject({ news: [], unread: 0, total: 0 })

  const { file_id } = await upload(nora, ana, 'prepare.pdf')
  await answer(nora, thread)
  const first = await news(ana)
  expect(first).toMatchObject({
    news: [
      { kind: 'message', item_id: thread, about: 'Earplugs', is_new: true },
      { kind: 'file', item_id: file_id, about: 'prepare.pdf', is_new: true },
    ],
    unread: 2,
    total: 2,
  })

  expect(await as(ana).call(listNews, { query: { page: 9 } })).toMatchObject({ news: [], unread: 2, total: 2 })
  expect(await as(ana).call(readNews, { body: { through: first.news[1]?.at ?? '' } })).toEqual({ unread: 1 })
  expect(await as(ana).call(readNews, { body: { through: first.news[0]?.at ?? '' } })).toEqual({ unread: 0 })
  expect((await news(ana)).news.map(({ is_new }) => is_new)).toEqual([false, false])
  await answer(nora, thread)
  expect((await news(ana)).unread).toBe(1)
})

test('the mark never moves back, nor past now', async () => {
  const { ana, nora } = await setting()
  const thread = await ask(ana)
  await answer(nora, thread)
  await as(ana).call(readNews, { body: { through: '2999-01-01T00:00:00.000Z' } })
  await as(ana).call(readNews, { body: { through: '2000-01-01T00:00:00.000Z' } })
  expect((await news(ana)).unread).toBe(0)
  await answer(nora, thread)
  expect((await news(ana)).unread).toBe(1)
})

test('a caregiver has a mark of their own', async () => {
  const { ana, nora } = await setting()
  const maria = await given.caregiver(ana, ['files'])
  await answer(nora, await ask(ana))
  const { news: told } = await news(maria)
  expect(await as(maria).call(readNews, { body: { through: told[0]?.at ?? '' } })).toEqual({ unread: 0 })
  expect(await news(maria)).toMatchObject({ unread: 0, read_through: told[0]?.at })
  expect(await news(ana)).toMatchObject({ unread: 1, read_through: '' })
  await upload(nora, ana, 'prepare.pdf')
  await as(ana).call(readNews, { body: { through: (await news(ana)).news[0]?.at ?? '' } })
  expect((await news(ana)).unread).toBe(0)
  expect((await news(maria)).unread).toBe(1)
})

test('a message that was read where it stands is not new', async () => {
  const { ana, nora } = await setting()
  const thread = await ask(ana)
  await answer(nora, thread)
  expect(await news(ana)).toMatchObject({ news: [{ seen: false }], unread: 1 })
  const { messages } = await as(ana).call(getMyThread, { params: { thread } })
  await as(ana).call(markMyThreadSeen, { params: { thread }, body: { through: messages.at(-1)?.message_id ?? '' } })
  expect(await news(ana)).toMatchObject({ news: [{ seen: true, is_new: false }], unread: 0 })
})

test('a message that a caregiver has read stays new to the patient until the patient reads it', async () => {
  const { ana, nora } = await setting()
  const maria = await given.caregiver(ana, ['files'])
  const thread = await ask(ana)
  await answer(nora, thread)
  const read = async (reader: TestUser) => {
    const { messages } = await as(reader).call(getMyThread, { params: { thread } })
    const newest = messages.at(-1)
    const isNew = newest?.seen_at === null
    await as(reader).call(markMyThreadSeen, { params: { thread }, body: { through: newest?.message_id ?? '' } })
    return isNew
  }
  const unseen = async (reader: TestUser) => [
    (await as(reader).call(countMyMessages, {})).unseen,
    (await as(reader).call(listMyThreads, { query: {} })).threads[0]?.unseen,
    (await news(reader)).unread,
  ]
  expect(await read(maria)).toBe(true)
  expect(await unseen(maria)).toEqual([0, 0, 0])
  expect(await unseen(ana)).toEqual([1, 1, 1])
  const [staffSees] = (await as(nora).call(getThread, { params: { thread } })).messages.slice(-1)
  expect(staffSees?.seen_at).not.toBeNull()
  expect(await read(ana)).toBe(true)
  expect(await unseen(ana)).toEqual([0, 0, 0])
  expect(await read(ana)).toBe(false)
})

test('what a patient does with a visit takes the place of what the clinic did', async () => {
  const { ana, nora } = await setting()
  const { appointment } = await as(nora).call(bookAppointment, {
    params: { key: ana.code },
    body: { start: '2032-04-07T16:00:00Z' },
  })
  expect(await news(ana)).toMatchObject({ news: [{ kind: 'visit', status: 'booked' }] })
  await as(ana).call(cancelMyAppointment, { params: { id: appointment.id } })
  expect(await news(ana)).toMatchObject({ news: [], unread: 0 })
})

test('a status of a reimbursement is news once, and not again when only its comment changes', async () => {
  const { ana, nora } = await setting()
  const claim = { amount: '48', description: 'Taxi' }
  const receipt = { file: { name: 'Taxi.pdf', bytes: smallPdf() } }
  await as(ana).call(addMyReimbursement, { body: claim }, receipt)
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
  const change = (body: object) =>
    as(nora).call(updateReimbursement, { params: { id: reimbursements[0]?.id ?? '' }, body })
  await change({ status: 'Paid' })
  await change({ comment: 'By bank transfer' })
  await change({ description: 'Taxi' })
  expect(await news(ana)).toMatchObject({ unread: 1, news: [{ kind: 'claim', status: 'Paid', about: 'Taxi' }] })
  await change({ status: 'On Hold', comment: 'Sent back by the bank' })
  await change({ status: 'Paid' })
  expect((await news(ana)).news.map(({ status }) => status)).toEqual(['Paid', 'On Hold', 'Paid'])
})

test('a deleted file, what is older than 90 days, and what is somebody else’s is not told', async () => {
  const { ana, nora } = await setting()
  const ben = await given.patient(ana.project)
  await answer(nora, await ask(ben))
  const gone = await upload(nora, ana, 'wrong.pdf')
  await owner('update files set deleted_at = now() where file_id = $1', [gone.file_id])
  const old = await upload(nora, ana, 'old.pdf')
  await owner(`update files set upload_date = now() - interval '91 days' where file_id = $1`, [old.file_id])
  expect(await news(ana)).toMatchObject({ news: [], unread: 0 })
  for (const call of [listNews, readNews])
    expect((await send(nora, call, { query: {}, body: { through: '2000-01-01T00:00:00.000Z' } })).status).toBe(403)
})
