import { maxMessagesPerThread, maxOpenThreads } from '@fornix/contract'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { conflict, invalidFieldsError, notFound } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import { type MailNeeds, mailWaitingMessage } from './mails.ts'
import {
  addMessage,
  addThread,
  countMessages,
  findThread,
  isAlreadyNotified,
  isSent,
  missingDocuments,
  openThreadsOf,
  setState,
  type WrittenThread,
} from './queries.ts'

type Writing = { db: Db; user: Caller; audit: AuditNote }

type Locating = Omit<Writing, 'user'> & { params: { thread: string } }

/** The thread of the path, noted in the audit row. */
const locating =
  (lock: boolean) =>
  async ({ db, audit, params }: Locating) => {
    const thread = await findThread(db, params.thread, { lock })
    if (!thread) throw notFound()
    audit.patient = thread.patient_id
    audit.object = thread.thread_id
    return thread
  }
export const locateThread = locating(false)
export const lockThread = locating(true)

type New = { id: string; kind: 'message' | 'closing'; text: string; files: string[] }

const rowOf = (user: Caller, thread: WrittenThread, { id, kind, text, files }: New) => ({
  message_id: id,
  thread_id: thread.thread_id,
  patient_id: thread.patient_id,
  kind,
  text,
  by_patient: user.patient !== null,
  written_by: actorOf(user),
  written_name: user.name,
  written_role: user.role,
  file_ids: [...new Set(files)],
})

/** Whether a patient may begin one more waiting thread, or reopen a closed one; the patient is locked. */
const checkOpenThreads = async (db: Db, patient: string, most: number) => {
  if ((await openThreadsOf(db, patient)) <= most) return
  throw conflict(
    `You have ${maxOpenThreads} conversations that wait for an answer. Please write in one of them.`,
    'many_threads',
  )
}

/** Once per id. A sender who has lost the first response gets it again, and nothing is written twice. */
export const write = async (needs: MailNeeds, { db, user, audit }: Writing, thread: WrittenThread, message: New) => {
  const row = rowOf(user, thread, message)
  if (await isSent(db, row)) {
    audit.skipRow = true
    return
  }
  if (message.kind === 'message' && (await countMessages(db, thread.thread_id)) >= maxMessagesPerThread)
    throw conflict('This conversation is full. Please start a new one.', 'full_thread')
  if (row.by_patient && thread.state === 'closed') {
    await lockPatient(db, thread.patient_id)
    await checkOpenThreads(db, thread.patient_id, maxOpenThreads - 1)
  }
  const missing_files = row.file_ids.length > 0 ? await missingDocuments(db, thread.patient_id, row.file_ids) : []
  if (missing_files.length > 0)
    throw invalidFieldsError(
      { files: 'A file is no longer there. Please remove it, and attach it again.' },
      { missing_files },
    )
  if (!(await addMessage(db, row)))
    throw conflict('This message was already sent. Please reload the page.', 'sent_already')
  await setState(db, thread.thread_id, message.kind === 'closing' ? 'closed' : row.by_patient ? 'open' : 'answered')
  if (!row.by_patient && row.text !== '' && !(await isAlreadyNotified(db, row)))
    await mailWaitingMessage(needs, db, { user, thread, message: row.message_id })
}

/** The first message has the id of its thread. */
export const start = async (
  needs: MailNeeds,
  writing: Writing,
  { patient, subject, id, text, files }: { patient: string; subject: string } & Omit<New, 'kind'>,
) => {
  const { db, user, audit } = writing
  audit.object = id
  // One after the other, or two at once would both be the last one allowed.
  await lockPatient(db, patient)
  const state = user.patient === null ? 'answered' : 'open'
  await addThread(db, { thread_id: id, patient_id: patient, subject, state })
  const thread = await findThread(db, id, { lock: true })
  if (thread?.patient_id !== patient)
    throw conflict('This message was already sent. Please reload the page.', 'sent_already')
  if (user.patient !== null) await checkOpenThreads(db, patient, maxOpenThreads)
  await write(needs, writing, thread, { id, kind: 'message', text, files })
  return { message: 'Your message has been sent.', thread_id: id }
}
