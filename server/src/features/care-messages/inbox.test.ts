import {
  answerThread,
  assignThread,
  closeThread,
  countMyMessages,
  countThreads,
  getAccessLog,
  getMyThread,
  getThread,
  getWorkQueue,
  listMyThreads,
  listPatientThreads,
  listThreads,
  markMyThreadSeen,
  markThreadSeen,
  saveRights,
  sendMyMessage,
  startThread,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/harness.ts'
import { messagingClinic } from '../../../test/messaging-clinic.ts'

const { given, as, send, owner, setting, subject, asks, answer, writes, read, inbox, mailsTo, actionsOn } =
  await messagingClinic()

test('what was seen is what was on the screen: a message that came later stays new', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana)
  await writes(ana, thread, 'And drink?')
  const seen = (user: TestUser, through: string) =>
    as(user).call(user === ana ? markMyThreadSeen : markThreadSeen, { params: { thread }, body: { through } })

  expect(await seen(nora, thread)).toEqual({ seen: 1 })
  expect(await seen(nora, thread)).toEqual({ seen: 0 })
  expect((await read(nora, thread)).messages.map(({ seen_at }) => seen_at !== null)).toEqual([true, false])
  await answer(nora, thread)
  // Only the other side sees a user's messages.
  const newest = (await read(nora, thread)).messages.at(-1)?.message_id ?? ''
  expect(await seen(nora, newest)).toEqual({ seen: 1 })
  expect((await read(nora, thread)).messages.at(-1)?.seen_at).toBeNull()
  expect(await seen(ana, newest)).toEqual({ seen: 1 })
  expect((await read(nora, thread)).messages.at(-1)?.seen_at).not.toBeNull()
  expect(await as(ana).call(countMyMessages, {})).toEqual({ unseen: 0 })
})

test('nobody but the patient and the staff of the project reads or writes', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana)
  const ben = await given.patient(ana.project)
  const far = await given.staff('Nurse')
  const params = { thread }
  const body = { id: uuid(), text: 'Hello', through: thread, note: '', version: 0 }
  for (const call of [getMyThread, sendMyMessage, markMyThreadSeen])
    expect((await send(ben, call, { params, body })).status).toBe(404)
  for (const call of [getThread, answerThread, markThreadSeen, closeThread, assignThread])
    expect((await send(far, call, { params, body })).status).toBe(404)
  for (const call of [listPatientThreads, startThread])
    expect((await send(far, call, { params: { key: ana.code }, body: { ...body, subject } })).status).toBe(404)
  expect((await as(ben).call(listMyThreads, { query: {} })).threads).toEqual([])
  expect(await as(ben).call(countMyMessages, {})).toEqual({ unseen: 0 })
  expect(await inbox(far, { view: 'all' })).toEqual([])
  expect((await as(far).call(countThreads, {})).open).toBe(0)
  expect((await read(nora, thread)).messages).toMatchObject([{ seen_at: null }])
})

test.each(['Physician', 'MRI-Tech', 'Nurse', 'Admin', 'SuperAdmin'] as const)('a %s answers', async (role) => {
  const { ana } = await setting()
  const thread = await asks(ana)
  expect((await answer(await given.staff(role, ana.project), thread)).status).toBe(200)
})

test('from whom medical information is withheld, every call is refused, and so is work with them', async () => {
  const { ana, nora, omar } = await setting()
  const thread = await asks(ana)
  const admin = await given.staff('Admin', ana.project)
  await as(admin).call(saveRights, { body: { withheld: { Nurse: ['see_medical'] }, two_person_amount: null } })

  const args = {
    params: { thread, key: ana.code },
    body: { id: uuid(), subject, text: 'Hello', through: thread, version: 0, note: '' },
  }
  for (const call of [
    listThreads,
    countThreads,
    listPatientThreads,
    getThread,
    answerThread,
    startThread,
    markThreadSeen,
    closeThread,
    assignThread,
  ])
    expect(await send(nora, call, args)).toMatchObject({ status: 403, body: { code: 'right_withheld' } })
  const kinds = async (user: TestUser) =>
    (await as(user).call(getWorkQueue, { query: {} })).sections.map(({ kind }) => kind)
  expect(await kinds(nora)).not.toContain('message')
  expect(await kinds(omar)).toContain('message')
  expect(
    await send(omar, assignThread, { params: { thread }, body: { assignee: nora.code, version: 0 } }),
  ).toMatchObject({ status: 400, body: { fields: { assignee: 'Please choose a colleague who can do this' } } })
})

test('somebody takes a thread: in the inbox, the thread and the work queue alike', async () => {
  const { ana, nora, omar } = await setting()
  const thread = await asks(ana)
  const assign = (version: number, assignee: string | null) =>
    send(omar, assignThread, { params: { thread }, body: { assignee, version } })
  expect((await assign(0, nora.code)).body).toEqual({
    assignee: { provider_id: nora.code, name: 'Nora Lindt' },
    version: 1,
  })
  expect(await inbox(nora, { view: 'mine' })).toHaveLength(1)
  expect(await inbox(omar, { view: 'mine' })).toEqual([])
  const { sections } = await as(nora).call(getWorkQueue, { query: { mine: 'true' } })
  // The subject is for the inbox, where its patient sees who read it.
  expect(sections.find(({ kind }) => kind === 'message')?.items).toMatchObject([
    { id: thread, note: '', assignee: { provider_id: nora.code } },
  ])
  expect(await assign(0, omar.code)).toMatchObject({ status: 409, body: { code: 'stale', current: { version: 1 } } })

  // Its owner keeps it while it goes back and forth, and it is free once it is closed.
  await answer(nora, thread)
  await writes(ana, thread)
  expect((await read(nora, thread)).thread.assignee?.provider_id).toBe(nora.code)
  await as(nora).call(closeThread, { params: { thread }, body: { id: uuid() } })
  expect((await read(nora, thread)).thread).toMatchObject({ state: 'closed', assignee: null })
})

test('a thread is closed with a note that the patient reads, and open again when the patient writes', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana)
  await as(nora).call(closeThread, { params: { thread }, body: { id: uuid(), note: 'Settled by phone' } })
  const { thread: closed, messages } = await as(ana).call(getMyThread, { params: { thread } })
  expect(closed).toMatchObject({ state: 'closed', unseen: 1 })
  expect(messages.at(-1)).toMatchObject({ kind: 'closing', text: 'Settled by phone', by: 'Nora Lindt' })
  expect(await inbox(nora, { view: 'closed' })).toHaveLength(1)
  await writes(ana, thread)
  expect(await inbox(nora)).toMatchObject([{ state: 'open' }])
  expect(
    await send(nora, closeThread, { params: { thread }, body: { id: uuid(), note: 'x'.repeat(301) } }),
  ).toMatchObject({ status: 400, body: { fields: { note: 'Please use at most 300 characters' } } })
})

test('who waits longest is first, and writing again does not push anybody back', async () => {
  const { ana, nora } = await setting()
  const ben = await given.patient(ana.project, { first_name: 'Ben', last_name: 'Okafor' })
  const first = await asks(ana)
  await asks(ben)
  await writes(ana, first, 'Hello?')
  expect((await inbox(nora)).map(({ name }) => name)).toEqual(['Ana Rivera', 'Ben Okafor'])
  expect((await inbox(nora, { searchQuery: 'okafor' })).map(({ name }) => name)).toEqual(['Ben Okafor'])
  expect(await as(nora).call(listThreads, { query: { page: 2 } })).toMatchObject({
    threads: [],
    total: 2,
    total_pages: 1,
  })
})

test('staff write first; the patient finds it, and nobody waits for an answer', async () => {
  const { ana, nora } = await setting()
  const body = { id: uuid(), subject: 'Your visit', text: 'Please come at 9.' }
  await as(nora).call(startThread, { params: { key: ana.code }, body })
  expect((await as(ana).call(listMyThreads, { query: {} })).threads).toMatchObject([
    { subject: 'Your visit', state: 'answered', unseen: 1 },
  ])
  expect((await as(nora).call(listPatientThreads, { params: { key: ana.code }, query: {} })).threads).toHaveLength(1)
  expect(await inbox(nora)).toEqual([])
  expect(await mailsTo(ana)).toHaveLength(1)
})

test('reading and writing leave their rows, an open page one, and the patient reads them in words', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana)
  for (let n = 0; n < 3; n++) await read(nora, thread)
  await answer(nora, thread)
  await as(nora).call(closeThread, { params: { thread }, body: { id: uuid() } })
  expect(await actionsOn(thread)).toEqual([
    'care_message.start',
    'care_message.read',
    'care_message.send',
    'care_message.close',
  ])
  const { entries } = await as(ana).call(getAccessLog, { query: { own: 'true' } })
  expect(entries.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Read your messages', 'Wrote a message', 'Closed a conversation']),
  )
})

test('whoever sees a subject in the inbox leaves a row with its patient, once, also after a search', async () => {
  const { ana, nora } = await setting()
  const ben = await given.patient(ana.project, { first_name: 'Ben', last_name: 'Okafor' })
  await asks(ana)
  await asks(ben)
  const rowsOf = (patient: TestUser) =>
    owner(`select 1 from audit_events where patient_id = $1 and action = 'care_message.inbox'`, [patient.id])
  await inbox(nora, { searchQuery: 'okafor' })
  expect([await rowsOf(ana), await rowsOf(ben)].map(({ length }) => length)).toEqual([0, 1])
  for (let n = 0; n < 2; n++) await inbox(nora)
  expect([await rowsOf(ana), await rowsOf(ben)].map(({ length }) => length)).toEqual([1, 1])
  const { entries } = await as(ana).call(getAccessLog, { query: {} })
  expect(entries.map(({ what }) => what)).toContain('Saw the subject of your messages in the inbox')
})

test('threads of a deleted record are nobody’s work', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana)
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
  expect(await inbox(nora)).toEqual([])
  expect(await as(nora).call(countThreads, {})).toEqual({ open: 0 })
  expect((await send(nora, getThread, { params: { thread } })).status).toBe(404)
  expect((await answer(nora, thread)).status).toBe(404)
})
