import {
  answerThread,
  assignThread,
  closeThread,
  countMyMessages,
  countThreads,
  getMyThread,
  getThread,
  listMyThreads,
  listPatientThreads,
  listThreads,
  markMyThreadSeen,
  markThreadSeen,
  sendMyMessage,
  startMyThread,
  startThread,
  totalsOf,
} from '@fornix/contract'
import { hasRight } from '../../clinic/people/rights.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { noteReadings } from '../../clinic/records/note-readings.ts'
import { assignmentOf, findColleague, updateAssignment } from '../../clinic/records/work-items.ts'
import type { AuditAction } from '../../platform/audit/audit.ts'
import { notedFor } from '../../platform/audit/noted.ts'
import { invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import { type AuditNote, on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import type { MailNeeds } from './mails.ts'
import {
  markSeen,
  messagesOf,
  myThread,
  openCount,
  staffThread,
  threadsIn,
  threadsOf,
  threadsOfPatient,
  unseenCount,
} from './queries.ts'
import { locateThread, lockThread, start, write } from './writing.ts'

type Reading = { db: Db; user: Caller; audit: AuditNote }

/** An open page repeats its request: its readings are one row. */
const noteReading = async (
  { db, user, audit }: Reading,
  action: AuditAction,
  object: string,
  patient: string | null,
) => {
  audit.object = object
  audit.skipRow = (await notedFor(db, actorOf(user), action, object)).has(patient)
}
const answerDays = async (db: Db) =>
  (await db.selectFrom('projects').select('answer_days').executeTakeFirstOrThrow()).answer_days

/** The patients' calls; row security and the path limit them to their own. */
const ofPatients = (needs: MailNeeds): Route[] => [
  on(listMyThreads, async (context) => {
    const { db, user, query } = context
    const [{ threads, total }, answer_days] = await Promise.all([
      threadsOf(db, user, query),
      answerDays(db),
      noteReading(context, 'care_message.list', 'list', user.patient),
    ])
    return { threads, answer_days, ...totalsOf(total, query.page_size) }
  }),
  on(countMyMessages, async ({ db, user, commitWithNext }) => {
    commitWithNext()
    return { unseen: await unseenCount(db, user) }
  }),
  onRecord(getMyThread, locateThread, async (context) => {
    const { db, user, located } = context
    const [thread, messages, answer_days] = await Promise.all([
      myThread(db, user, located.thread_id),
      messagesOf(db, user, located.thread_id),
      answerDays(db),
      noteReading(context, 'care_message.read', located.thread_id, located.patient_id),
    ])
    if (!thread) throw notFound()
    return { thread, messages, answer_days }
  }),
  on(startMyThread, ({ body, ...context }) => start(needs, context, { patient: context.user.person, ...body })),
]

const ofBoth = (needs: MailNeeds): Route[] => [
  ...[sendMyMessage, answerThread].map((call) =>
    onRecord(call, lockThread, async ({ located, body, ...context }) => {
      await write(needs, context, located, { ...body, kind: 'message' })
      return { message: 'Your message has been sent.' }
    }),
  ),
  ...[markMyThreadSeen, markThreadSeen].map((call) =>
    onRecord(call, locateThread, async ({ db, user, audit, located, body: { through } }) => {
      const seen = await markSeen(db, user, { thread: located.thread_id, through })
      audit.skipRow = seen === 0
      return { seen }
    }),
  ),
]

const ofStaff = (needs: MailNeeds): Route[] => [
  on(listThreads, async (context) => {
    const { db, user, query, audit } = context
    const { threads, total } = await threadsIn(db, user.person, query)
    audit.object = query.view
    await noteReadings(
      context,
      'care_message.inbox',
      threads.map(({ record }) => record),
    )
    return { threads: threads.map(({ record: _, ...thread }) => thread), ...totalsOf(total, query.page_size) }
  }),
  on(countThreads, async ({ db, commitWithNext }) => {
    commitWithNext()
    return { open: await openCount(db) }
  }),
  onRecord(listPatientThreads, patientOfPath, async (context) => {
    const { db, query, located } = context
    const [{ threads, total }] = await Promise.all([
      threadsOfPatient(db, located.patient, query),
      noteReading(context, 'care_message.list', 'list', located.patient),
    ])
    return { threads, ...totalsOf(total, query.page_size) }
  }),
  onRecord(getThread, locateThread, async (context) => {
    const { db, user, located } = context
    const [thread, messages] = await Promise.all([
      staffThread(db, located.thread_id),
      messagesOf(db, user, located.thread_id),
      noteReading(context, 'care_message.read', located.thread_id, located.patient_id),
    ])
    if (!thread) throw notFound()
    return { thread, messages }
  }),
  onRecord(startThread, patientOfPath, ({ body, located: { patient }, ...context }) =>
    start(needs, context, { patient, ...body }),
  ),
  onRecord(closeThread, lockThread, async ({ located, body: { id, note }, ...context }) => {
    await write(needs, context, located, { id, text: note, kind: 'closing', files: [] })
    return { message: 'The conversation is closed.' }
  }),
  onRecord(assignThread, locateThread, async ({ db, located, body: { assignee, version } }) => {
    const colleague = assignee === null ? null : await findColleague(db, assignee)
    if (colleague === undefined || (colleague && !(await hasRight(db, colleague, 'see_medical'))))
      throw invalidFieldsError({ assignee: 'Please choose a colleague who can do this' })
    const { thread_id: item_id, patient_id } = located
    const { due_on } = await assignmentOf(db, 'message', item_id)
    const item = { kind: 'message', item_id, patient_id, due_on, version } as const
    const isAgreed = await updateAssignment(db, { ...item, assignee_id: colleague?.provider_id ?? null })
    const current = await assignmentOf(db, 'message', item_id)
    if (!isAgreed) throw staleError('A colleague has just changed this. Please look again.', { current })
    return current
  }),
]

export const careMessageRoutes = (needs: MailNeeds): Route[] => [
  ...ofPatients(needs),
  ...ofBoth(needs),
  ...ofStaff(needs),
]
