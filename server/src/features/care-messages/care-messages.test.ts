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
  limits,
  listMyThreads,
  listPatientThreads,
  listThreads,
  markMyThreadSeen,
  markThreadSeen,
  maxMessageLength,
  maxMessagesPerThread,
  maxOpenThreads,
  saveRights,
  sendMyMessage,
  startMyThread,
  startThread,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { smallPdf } from '../../../test/given.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'
import type { Db } from '../../platform/database/db.ts'
import { projectId } from '../../platform/database/scope.ts'

const { given, as, send, owner, database } = await testApp()

const setting = async () => {
  const ana = await given.patient(undefined, { dob: '1986-04-17', mrn_number: 'MRN-1' })
  return { ana, nora: await given.staff('Nurse', ana.project), omar: await given.staff('Physician', ana.project) }
}
const subject = 'A private question'
const asks = async (ana: TestUser, text = 'May I eat before the scan?') =>
  (await as(ana).call(startMyThread, { body: { id: uuid(), subject, text } })).thread_id
const answer = (staff: TestUser, thread: string, text = 'Yes, you may.', id: string = uuid()) =>
  send(staff, answerThread, { params: { thread }, body: { id, text } })
const writes = (ana: TestUser, thread: string, text = 'Thank you', id: string = uuid()) =>
  send(ana, sendMyMessage, { params: { thread }, body: { id, text } })
const read = (staff: TestUser, thread: string) => as(staff).call(getThread, { params: { thread } })
const inbox = async (staff: TestUser, query = {}) => (await as(staff).call(listThreads, { query })).threads
const mailsTo = (ana: TestUser) =>
  owner<{ subject: string; body: string }>('select subject, body from mail_outbox where patient_id = $1', [ana.id])
const actionsOn = async (thread: string) =>
  (
    await owner<{ action: string }>('select action from audit_events where object_id = $1 order by event_id', [thread])
  ).map(({ action }) => action)

test('a patient writes, the care team answers, and each side reads the other, once seen', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana, 'Two lines:\nmay I eat?')
  expect(await inbox(nora)).toMatchObject([
    {
      subject,
      state: 'open',
      unseen: 1,
      name: 'Ana Rivera',
      dob: '04-17-1986',
      mrn_number: 'MRN-1',
      patient_id: ana.code,
    },
  ])
  expect(await as(nora).call(countThreads, {})).toEqual({ open: 1 })

  expect((await answer(nora, thread)).status).toBe(200)
  expect(await as(nora).call(countThreads, {})).toEqual({ open: 0 })
  expect(await as(ana).call(countMyMessages, {})).toEqual({ unseen: 1 })
  const { thread: own, messages, answer_days } = await as(ana).call(getMyThread, { params: { thread } })
  expect({ own, answer_days }).toMatchObject({ own: { state: 'answered', unseen: 1 }, answer_days: 2 })
  expect(messages).toMatchObject([
    { text: 'Two lines:\nmay I eat?', by: 'Ana Rivera', by_patient: true, seen_at: null },
    { text: 'Yes, you may.', by: 'Nora Lindt', role: 'Nurse', by_patient: false, seen_at: null },
  ])
})

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
  // One's own messages are seen by the other side only.
  const newest = (await read(nora, thread)).messages.at(-1)?.message_id ?? ''
  expect(await seen(nora, newest)).toEqual({ seen: 1 })
  expect((await read(nora, thread)).messages.at(-1)?.seen_at).toBeNull()
  expect(await seen(ana, newest)).toEqual({ seen: 1 })
  expect((await read(nora, thread)).messages.at(-1)?.seen_at).not.toBeNull()
  expect(await as(ana).call(countMyMessages, {})).toEqual({ unseen: 0 })
})

test('the email says that a message waits, and neither what nor about what; several in a row are one', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana)
  expect(await mailsTo(ana)).toEqual([])
  await answer(nora, thread, 'Your MRI shows nothing new.')
  await answer(nora, thread, 'Nothing to worry about.')
  const mails = await mailsTo(ana)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('/messages')
  expect(JSON.stringify(mails)).not.toMatch(/private|question|MRI|worry/)
})

test('the same message sent twice, also at once, is written and mailed once', async () => {
  const { ana, nora } = await setting()
  const id = uuid()
  const body = { id, subject, text: 'May I eat?' }
  const started = await Promise.all([1, 2].map(() => send(ana, startMyThread, { body })))
  expect(started.map(({ status, body }) => [status, body.thread_id])).toEqual([
    [200, id],
    [200, id],
  ])
  const answerId = uuid()
  const answers = await Promise.all([1, 2, 3].map(() => answer(nora, id, 'Yes', answerId)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await read(nora, id)).messages).toHaveLength(2)
  expect(await mailsTo(ana)).toHaveLength(1)
  expect((await actionsOn(id)).filter((action) => /send|start/.test(action))).toEqual([
    'care_message.start',
    'care_message.send',
  ])
})

test('an id that holds another message is a conflict, and loses nothing', async () => {
  const { ana, nora, omar } = await setting()
  const thread = await asks(ana)
  const id = uuid()
  await writes(ana, thread, 'First', id)
  expect(await writes(ana, thread, 'Second', id)).toMatchObject({ status: 409, body: { code: 'sent_already' } })
  const ben = await given.patient(ana.project)
  const body = { id: thread, subject, text: 'Mine' }
  expect(await send(ben, startMyThread, { body })).toMatchObject({ status: 409, body: { code: 'sent_already' } })
  const letter = { id: uuid(), subject, text: 'Please call us.' }
  const to = (patient: TestUser) => send(nora, startThread, { params: { key: patient.code }, body: letter })
  expect((await to(ana)).status).toBe(200)
  expect(await to(ben)).toMatchObject({ status: 409, body: { code: 'sent_already' } })
  const shared = uuid()
  await answer(nora, thread, 'Yes', shared)
  expect((await answer(omar, thread, 'Yes', shared)).status).toBe(409)
  expect((await as(ana).call(getMyThread, { params: { thread } })).messages.map(({ text }) => text)).toEqual([
    'May I eat before the scan?',
    'First',
    'Yes',
  ])
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
  // The subject is for the inbox, where its patient finds who read it.
  expect(sections.find(({ kind }) => kind === 'message')?.items).toMatchObject([
    { id: thread, note: '', assignee: { provider_id: nora.code } },
  ])
  expect(await assign(0, omar.code)).toMatchObject({ status: 409, body: { code: 'stale', current: { version: 1 } } })

  // Whoever has it keeps it while it goes back and forth, and it is free once it is closed.
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
  ).toMatchObject({ status: 400, body: { fields: { note: 'At most 300 characters, please' } } })
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

test('a text is needed, has an end, and so has a thread', async () => {
  const { ana } = await setting()
  const thread = await asks(ana)
  expect(await writes(ana, thread, ' ')).toMatchObject({
    status: 400,
    body: { fields: { text: 'Please write a message' } },
  })
  expect(await writes(ana, thread, 'x'.repeat(maxMessageLength + 1))).toMatchObject({
    status: 400,
    body: { fields: { text: 'At most 5000 characters, please' } },
  })
  expect((await writes(ana, thread, 'x'.repeat(maxMessageLength))).status).toBe(200)
  await owner(
    `insert into care_messages (project_id, message_id, thread_id, patient_id, text, by_patient, written_by, written_name, written_role)
     select $1, gen_random_uuid(), $2, $3, 'Again', true, $3, 'Ana Rivera', 'Patient' from generate_series(3, $4)`,
    [ana.project, thread, ana.id, maxMessagesPerThread],
  )
  expect(await writes(ana, thread, 'One more')).toMatchObject({ status: 409, body: { code: 'full_thread' } })
})

test('a patient has no more open conversations than somebody can answer, and writes on in those', async () => {
  const { ana, nora } = await setting()
  await owner(
    `insert into care_threads (project_id, thread_id, patient_id, subject, state)
     select $1, gen_random_uuid(), $2, 'Again', 'open' from generate_series(2, $3)`,
    [ana.project, ana.id, maxOpenThreads],
  )
  const body = { id: uuid(), subject, text: 'The last one' }
  for (let n = 0; n < 2; n++) expect((await send(ana, startMyThread, { body })).status).toBe(200)
  const more = { ...body, id: uuid() }
  expect(await send(ana, startMyThread, { body: more })).toMatchObject({ status: 409, body: { code: 'many_threads' } })
  expect((await as(ana).call(listMyThreads, { query: {} })).total).toBe(maxOpenThreads)
  await answer(nora, body.id)
  expect((await send(ana, startMyThread, { body: more })).status).toBe(200)
})

test('a closed conversation is open again only while there is room for one more', async () => {
  const { ana, nora } = await setting()
  const closed = await asks(ana)
  await as(nora).call(closeThread, { params: { thread: closed }, body: { id: uuid() } })
  const answered = await asks(ana)
  await answer(nora, answered)
  await owner(
    `insert into care_threads (project_id, thread_id, patient_id, subject, state)
     select $1, gen_random_uuid(), $2, 'Again', 'open' from generate_series(1, $3)`,
    [ana.project, ana.id, maxOpenThreads],
  )
  expect(await writes(ana, closed)).toMatchObject({
    status: 409,
    body: {
      code: 'many_threads',
      error: expect.stringMatching(/^You have 20 conversations that wait for an answer\./),
    },
  })
  expect((await read(nora, closed)).thread.state).toBe('closed')
  // What the clinic has asked is answered in any case.
  expect((await writes(ana, answered)).status).toBe(200)

  await owner("delete from care_threads where patient_id = $1 and subject = 'Again'", [ana.id])
  const id = uuid()
  for (let n = 0; n < 2; n++) expect((await writes(ana, closed, 'Once more', id)).status).toBe(200)
  expect((await read(nora, closed)).thread.state).toBe('open')
  expect((await answer(nora, closed)).status).toBe(200)
})

test('of two closed conversations that are opened at once for the last place, one is open', async () => {
  const { ana, nora } = await setting()
  const threads = [await asks(ana), await asks(ana)]
  for (const thread of threads) await as(nora).call(closeThread, { params: { thread }, body: { id: uuid() } })
  await owner(
    `insert into care_threads (project_id, thread_id, patient_id, subject, state)
     select $1, gen_random_uuid(), $2, 'Again', 'open' from generate_series(2, $3)`,
    [ana.project, ana.id, maxOpenThreads],
  )
  const sent = await Promise.all(threads.map((thread) => writes(ana, thread)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('files of the record come with a message; those of others, deleted ones and forms do not', async () => {
  const { ana, nora } = await setting()
  const thread = await asks(ana)
  const uploads = async (patient: TestUser) => {
    const file = { name: 'referral.pdf', bytes: smallPdf() }
    return (await as(patient).call(uploadMyDocument, { params: { key: patient.code } }, { file })).file_id
  }
  const [mine, gone, form] = [await uploads(ana), await uploads(ana), await uploads(ana)]
  await owner('update files set deleted_at = now() where file_id = $1', [gone])
  await owner(`update files set kind = 'authorization_form' where file_id = $1`, [form])
  const foreign = await uploads(await given.patient(ana.project))
  const sendWith = (files: string[]) =>
    send(ana, sendMyMessage, { params: { thread }, body: { id: uuid(), text: 'Here it is', files } })
  for (const file of [gone, form, foreign, uuid()])
    expect(await sendWith([mine, file])).toMatchObject({ status: 400, body: { fields: { files: /no longer/ } } })
  expect((await sendWith(Array.from({ length: 6 }, () => uuid()))).status).toBe(400)
  const infected = await uploads(ana)
  await owner(`update files set scan_state = 'quarantined' where file_id = $1`, [infected])
  expect((await sendWith([infected])).status).toBe(400)
  expect((await sendWith([mine, mine])).status).toBe(200)
  const same = { params: { thread }, body: { id: uuid(), text: 'Once', files: [mine] } }
  for (const status of [200, 200]) expect((await send(ana, sendMyMessage, same)).status).toBe(status)
  const other = { ...same, body: { ...same.body, files: [] } }
  expect(await send(ana, sendMyMessage, other)).toMatchObject({ status: 409, body: { code: 'sent_already' } })
  const shown = async () => (await read(nora, thread)).messages.at(-1)?.files
  expect(await shown()).toEqual([{ file_id: mine, file_name: 'referral.pdf', is_deleted: false }])
  await owner('update files set deleted_at = now() where file_id = $1', [mine])
  expect(await shown()).toEqual([{ file_id: mine, file_name: '', is_deleted: true }])
})

test('nobody sends more messages than a person writes', async () => {
  const { ana } = await setting()
  const thread = await asks(ana)
  const statuses = new Set<number>()
  for (let n = 0; n < limits.careMessage.points; n++) statuses.add((await writes(ana, thread, 'Hi', thread)).status)
  expect(statuses).toEqual(new Set([409, 429]))
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

test('the database lets nobody write as the other side, nor change what was written', async () => {
  const { ana } = await setting()
  const thread_id = await asks(ana)
  const row = {
    message_id: uuid(),
    thread_id,
    patient_id: ana.id,
    text: 'You are cleared.',
    written_by: ana.id,
    written_name: 'Nora Lindt',
    written_role: 'Nurse',
  }
  const inScope = (patient: string, work: (db: Db) => Promise<unknown>) =>
    database.scoped({ project: projectId(ana.project), patient: patient as 'any' }, work)
  const insert = (patient: string, by_patient: boolean) =>
    inScope(patient, (db) =>
      db
        .insertInto('care_messages')
        .values({ ...row, by_patient })
        .execute(),
    )
  const mark = (patient: string, by_patient: boolean) =>
    inScope(patient, async (db) => {
      const set = db
        .updateTable('care_messages')
        .set({ seen_at: new Date().toISOString() })
        .where('by_patient', '=', by_patient)
      expect((await set.executeTakeFirst()).numUpdatedRows).toBe(patient === 'any' && by_patient ? 1n : 0n)
    })
  await mark(ana.id, true)
  await mark('any', true)
  await expect(insert(ana.id, true)).resolves.toBeDefined()
  await expect(
    inScope(ana.id, (db) =>
      db
        .insertInto('care_messages')
        .values({ ...row, message_id: uuid(), by_patient: true, written_by: uuid() })
        .execute(),
    ),
  ).rejects.toThrow(/row-level security/)
  await expect(insert(ana.id, false)).rejects.toThrow(/row-level security/)
  await expect(insert('any', true)).rejects.toThrow(/row-level security/)
  for (const patient of [ana.id, 'any'])
    await expect(
      inScope(patient, (db) => db.updateTable('care_messages').set({ text: 'Other' }).execute()),
    ).rejects.toThrow(/permission denied/)
})
