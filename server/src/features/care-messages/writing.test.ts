import {
  closeThread,
  countMyMessages,
  countThreads,
  getMyThread,
  limits,
  listMyThreads,
  maxMessageLength,
  maxMessagesPerThread,
  maxOpenThreads,
  sendMyMessage,
  startMyThread,
  startThread,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { smallPdf } from '../../../test/given.ts'
import type { TestUser } from '../../../test/harness.ts'
import { messagingClinic } from '../../../test/messaging-clinic.ts'
import type { Db } from '../../platform/database/db.ts'
import { projectId } from '../../platform/database/scope.ts'

const { given, as, send, owner, database, setting, subject, asks, answer, writes, read, inbox, mailsTo, actionsOn } =
  await messagingClinic()

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

test('a text is needed, has an end, and so has a thread', async () => {
  const { ana } = await setting()
  const thread = await asks(ana)
  expect(await writes(ana, thread, ' ')).toMatchObject({
    status: 400,
    body: { fields: { text: 'Please write a message' } },
  })
  expect(await writes(ana, thread, 'x'.repeat(maxMessageLength + 1))).toMatchObject({
    status: 400,
    body: { fields: { text: 'Please use at most 5000 characters' } },
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
  // The clinic's question can always be answered.
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
    expect(await sendWith([mine, file])).toMatchObject({
      status: 400,
      body: { fields: { files: /no longer/ }, missing_files: [file] },
    })
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
  expect(await shown()).toEqual([{ file_id: mine, file_name: 'referral.pdf', file_type: 'pdf', is_deleted: false }])
  await owner('update files set deleted_at = now() where file_id = $1', [mine])
  expect(await shown()).toEqual([{ file_id: mine, file_name: '', file_type: null, is_deleted: true }])
})

test('nobody sends more messages than a person writes', async () => {
  const { ana } = await setting()
  const thread = await asks(ana)
  const statuses = new Set<number>()
  for (let n = 0; n < limits.careMessage.points; n++) statuses.add((await writes(ana, thread, 'Hi', thread)).status)
  expect(statuses).toEqual(new Set([409, 429]))
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
