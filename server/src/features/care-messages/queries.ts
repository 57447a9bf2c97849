import type { CareMessage, listThreads, MyThread, StaffThread, ThreadState, ThreadView } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { readThrough } from '../../clinic/records/care-readings.ts'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { patientTerms, wordsMatching } from '../../clinic/records/patient-words.ts'
import { fullName, wireBirthDate } from '../../clinic/records/record-sql.ts'
import { shownFileName } from '../../clinic/records/stored-files.ts'
import { assignment, joinAssignee } from '../../clinic/records/work-items.ts'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

type Page = { page: number; page_size: number }
type Sql = RawBuilder<unknown>

/** A page of rows, and the total. */
const pageOf = async <Row>(
  db: Db,
  { columns, from, order }: Record<'columns' | 'from' | 'order', Sql>,
  { page, page_size }: Page,
) => {
  const rows = sql<Row>`
    select ${columns} ${from} order by ${order} limit ${page_size} offset ${(page - 1) * page_size}`
  const [{ rows: threads }, total] = await Promise.all([rows.execute(db), countOf(db, from)])
  return { threads, total }
}
const countOf = async (db: Db, from: Sql) =>
  firstRow((await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)).rows).count

/** Patients and each of their caregivers have their own mark; staff share one, as they share the work. */
type Reader = Pick<Caller, 'patient' | 'caregiver'>
const isPatientSide = ({ patient }: Reader) => patient !== null

/** Of messages m of the other side with something to read: a closing may have no text. */
const unseenByAll = (isPatient: boolean) => sql`m.seen_at is null and m.text <> '' and m.by_patient = ${!isPatient}`
const unseenBy = (reader: Reader) =>
  isPatientSide(reader)
    ? sql`m.text <> '' and not m.by_patient and m.sent_at > ${readThrough(reader)}`
    : unseenByAll(false)
const thread = (reader: Reader) => sql`
  t.thread_id, t.subject, t.state, ${wireTime('t.last_at')} as last_at,
  (select count(*)::int from care_messages m
    where m.project_id = t.project_id and m.thread_id = t.thread_id and ${unseenBy(reader)}) as unseen`
const threadsOfPatients = sql`
  care_threads t join patients p on p.project_id = t.project_id and p.patient_id = t.patient_id and p.deleted_at is null`
const newest = sql`t.last_at desc, t.thread_id`

/** As staff see it, with its record. */
type StaffRow = StaffThread & { record: string }
/** The threads of patients who are not deleted, as staff see them. */
const ofStaff = {
  columns: sql`${thread({ patient: null, caregiver: null })}, t.patient_id as record, p.code as patient_id, ${fullName('p')} as name,
    ${wireBirthDate} as dob, p.mrn_number, ${hasNamesake} as has_namesake, ${assignment}`,
  from: sql`from ${threadsOfPatients} ${joinAssignee('message', sql`t.thread_id`)}`,
}

export const threadsOf = (db: Db, reader: Reader, page: Page) =>
  pageOf<MyThread>(db, { columns: thread(reader), from: sql`from care_threads t`, order: newest }, page)

const views: Record<ThreadView, (person: string) => Sql> = {
  open: () => sql`t.state = 'open'`,
  mine: (person) => sql`t.state <> 'closed' and v.provider_id = ${person}`,
  answered: () => sql`t.state = 'answered'`,
  closed: () => sql`t.state = 'closed'`,
  all: () => sql`true`,
}
/** Waiting threads come first, the longest wait on top. */
const inOrder = sql`t.state <> 'open', case when t.state = 'open' then t.state_at end, ${newest}`

const isOf = (searchQuery: string) => {
  const terms = patientTerms(searchQuery)
  if (terms === null) return sql`true`
  return terms.length === 0 ? sql`false` : sql`t.patient_id in (${wordsMatching(terms, sql`patient_id`, sql`living`)})`
}

export const threadsIn = (
  db: Db,
  person: string,
  { view, searchQuery, ...page }: z.output<typeof listThreads.query>,
) => {
  const from = sql`${ofStaff.from} where ${views[view](person)} and ${isOf(searchQuery)}`
  return pageOf<StaffRow>(db, { ...ofStaff, from, order: inOrder }, page)
}
export const threadsOfPatient = (db: Db, patient: string, page: Page) =>
  pageOf<StaffThread>(
    db,
    { ...ofStaff, from: sql`${ofStaff.from} where t.patient_id = ${patient}`, order: newest },
    page,
  )

export const myThread = async (db: Db, reader: Reader, id: string) =>
  (await sql<MyThread>`select ${thread(reader)} from care_threads t where t.thread_id = ${id}`.execute(db)).rows[0]
export const staffThread = async (db: Db, id: string) =>
  (await sql<StaffThread>`select ${ofStaff.columns} ${ofStaff.from} where t.thread_id = ${id}`.execute(db)).rows[0]

export const openCount = (db: Db) => countOf(db, sql`from ${threadsOfPatients} where t.state = 'open'`)
export const openThreadsOf = (db: Db, patient: string) =>
  countOf(db, sql`from care_threads where patient_id = ${patient} and state = 'open'`)
export const unseenCount = (db: Db, reader: Reader) =>
  countOf(db, sql`from care_messages m where m.patient_id = ${reader.patient} and ${unseenBy(reader)}`)

/** In the order in which they were attached. */
const filesOf = sql`(
  select coalesce(json_agg(json_build_object('file_id', f.file_id, 'is_deleted', f.deleted_at is not null,
                             'file_name', ${shownFileName},
                             'file_type', case when f.deleted_at is null then f.file_type end)
                           order by array_position(m.file_ids, f.file_id)), '[]')
    from files f where f.project_id = m.project_id and f.patient_id = m.patient_id and f.file_id = any(m.file_ids))`

/** When the other side of each message has seen it: of those of the care team, the reader. */
const seenAt = (reader: Reader) =>
  isPatientSide(reader)
    ? sql`case when m.by_patient or m.sent_at <= ${readThrough(reader)} then m.seen_at end`
    : sql`m.seen_at`

export const messagesOf = async (db: Db, reader: Reader, id: string) =>
  (
    await sql<CareMessage>`
      select message_id, kind, text, ${filesOf} as files, by_patient, written_name as by, written_role as role, ${wireTime('sent_at')} as sent_at,
             ${wireTime(seenAt(reader))} as seen_at
        from care_messages m where thread_id = ${id} order by sent_at, message_id`.execute(db)
  ).rows

export type WrittenThread = {
  thread_id: string
  patient_id: string
  state: ThreadState
  email: string
  first_name: string
}

/** A thread of a patient who is still here. Locked, messages in it follow one another. */
export const findThread = async (db: Db, id: string, { lock = false } = {}) =>
  (
    await sql<WrittenThread>`
      select t.thread_id, t.patient_id, t.state, p.email, p.first_name from ${threadsOfPatients}
       where t.thread_id = ${id} ${lock ? sql`for no key update of t` : sql``}`.execute(db)
  ).rows[0]

type NewThread = { thread_id: string; patient_id: string; subject: string; state: string }
/** Does nothing if a thread with this id already exists. */
export const addThread = (db: Db, row: NewThread) =>
  db
    .insertInto('care_threads')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const setState = (db: Db, id: string, state: string) =>
  sql`update care_threads
         set last_at = clock_timestamp(), state = ${state},
             state_at = case when state = ${state} then state_at else clock_timestamp() end
       where thread_id = ${id}`.execute(db)

type Written = {
  message_id: string
  thread_id: string
  patient_id: string
  kind: 'message' | 'closing'
  text: string
  by_patient: boolean
  written_by: string
  written_name: string
  written_role: string
  file_ids: string[]
}
export const addMessage = async (db: Db, message: Written) => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('care_messages')
    .values(message)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The same message again: the response to the first try was lost, or the user pressed twice. */
export const isSent = (db: Db, { message_id, thread_id, written_by, text, kind, file_ids }: Written) =>
  exists(
    db
      .selectFrom('care_messages')
      .select('message_id')
      .where('message_id', '=', message_id)
      .where('thread_id', '=', thread_id)
      .where('written_by', '=', written_by)
      .where('kind', '=', kind)
      .where('text', '=', text)
      .where(sql<boolean>`file_ids = ${file_ids}::uuid[]`),
  )

/** Those of these that are no document of the record, or no longer. */
export const missingDocuments = async (db: Db, patient: string, ids: readonly string[]) => {
  const found = await db
    .selectFrom('files')
    .select('file_id')
    .where('patient_id', '=', patient)
    .where('kind', '=', 'document')
    .where('deleted_at', 'is', null)
    .where('scan_state', '!=', 'quarantined')
    .where('file_id', 'in', ids)
    .execute()
  return ids.filter((id) => !found.some(({ file_id }) => file_id === id))
}

export const countMessages = (db: Db, id: string) => countOf(db, sql`from care_messages where thread_id = ${id}`)

/** True while an earlier message of the last day is still unseen: several messages in a row need one email. */
export const isAlreadyNotified = async (db: Db, { message_id, thread_id }: Pick<Written, 'message_id' | 'thread_id'>) =>
  (
    await sql`select from care_messages m where thread_id = ${thread_id} and message_id <> ${message_id}
                and ${unseenByAll(true)} and sent_at > now() - interval '1 day' limit 1`.execute(db)
  ).rows.length > 0

/** Marks what is on the reader's screen as seen; returns how many messages were new to them. */
export const markSeen = async (db: Db, reader: Reader, { thread, through }: { thread: string; through: string }) => {
  const shown = sql`m.thread_id = ${thread}
    and m.sent_at <= (select sent_at from care_messages where thread_id = ${thread} and message_id = ${through})`
  const seen = await countOf(db, sql`from care_messages m where ${shown} and ${unseenBy(reader)}`)
  await sql`update care_messages m set seen_at = now()
             where ${shown} and m.seen_at is null and m.by_patient = ${!isPatientSide(reader)}`.execute(db)
  if (isPatientSide(reader))
    await sql`insert into care_readings (patient_id, thread_id, caregiver_id, read_through)
              select ${reader.patient}, ${thread}, ${reader.caregiver?.id ?? null}::uuid, m.sent_at
                from care_messages m where m.thread_id = ${thread} and m.message_id = ${through}
              on conflict (project_id, thread_id, caregiver_id)
              do update set read_through = greatest(care_readings.read_through, excluded.read_through)`.execute(db)
  return seen
}
