import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'

type Rule = RawBuilder<unknown>

/** The rows of a table that a merge moved. */
const moved = (merge: string, table: keyof DB) =>
  sql`select row_id from record_merge_rows where merge_id = ${merge} and table_name = ${table}`

export type MovedTable = {
  table: keyof DB
  /** A row's key within its record. */
  key: string
  /** The column with the row's record; default `patient_id`. */
  column?: 'previous_patient_id'
  /** Encryption or a seal is bound to the record in which the row was made. */
  isBound?: true
  /** Rows that stay behind, because the kept record already has the same. */
  stays?: (kept: string) => Rule
  /** Later rows that belong to something moved: they go back with it. */
  follows?: (merge: string) => Rule
}

const ofReimbursement = (merge: string) => sql`t.reimbursement_id in (${moved(merge, 'reimbursements')})`

/** Every table whose rows belong to a record and move along with it. A test compares this list with the foreign keys. */
export const movedTables: MovedTable[] = [
  {
    table: 'files',
    key: 'file_id',
    isBound: true,
    follows: (merge) =>
      sql`t.file_id in (select file_id from reimbursements where reimbursement_id in (${moved(merge, 'reimbursements')})
        union select replaced_file_id from reimbursement_history where reimbursement_id in (${moved(merge, 'reimbursements')}))`,
  },
  { table: 'form_signatures', key: 'file_id', isBound: true },
  {
    table: 'form_countersignatures',
    key: 'file_id',
    isBound: true,
    follows: (merge) => sql`t.file_id in (${moved(merge, 'files')})`,
  },
  { table: 'patient_notes', key: 'note_id' },
  { table: 'patient_status_history', key: 'change_id' },
  { table: 'patient_emails', key: 'email_id' },
  { table: 'mail_outbox', key: 'mail_id' },
  { table: 'studies', key: 'study_id' },
  { table: 'study_matching', key: 'study_id', column: 'previous_patient_id' },
  {
    table: 'access_requests',
    key: 'request_id',
    // What was opened for one account is not opened for the other; after an undo it is open again where it was.
    stays: (kept) => sql`(t.status = 'approved' or t.status = 'pending' and exists (select from access_requests k
      where k.project_id = t.project_id and k.patient_id = ${kept} and k.study_id = t.study_id and k.status = 'pending'))`,
  },
  {
    table: 'surveys',
    key: 'study_id',
    stays: (kept) => sql`exists (select from surveys k
      where k.project_id = t.project_id and k.patient_id = ${kept} and k.study_id = t.study_id)`,
  },
  { table: 'appointments', key: 'appointment_id' },
  {
    table: 'visit_steps',
    key: 'step_id',
    follows: (merge) => sql`t.appointment_id in (${moved(merge, 'appointments')})`,
  },
  { table: 'screenings', key: 'screening_id' },
  {
    table: 'screening_reviews',
    key: 'review_id',
    follows: (merge) => sql`t.screening_id in (${moved(merge, 'screenings')})`,
  },
  { table: 'care_threads', key: 'thread_id' },
  { table: 'care_messages', key: 'message_id' },
  { table: 'reimbursements', key: 'reimbursement_id' },
  { table: 'reimbursement_history', key: 'change_id', follows: ofReimbursement },
  { table: 'reimbursement_decisions', key: 'reimbursement_id', follows: ofReimbursement },
  {
    table: 'notifications',
    key: 'notification_id',
    follows: (merge) => sql`t.item_id in (select row_id::text from record_merge_rows where merge_id = ${merge})`,
  },
  {
    table: 'work_items',
    key: 'item_id',
    follows: (merge) => sql`t.item_id in (select row_id from record_merge_rows where merge_id = ${merge})`,
  },
  // Records merged into this one earlier go along, and return with it.
  { table: 'record_merges', key: 'merge_id' },
]

/** What stays with the merged record, each with the reason. */
export const stayingTables: Partial<Record<keyof DB, string>> = {
  audit_events: 'are never rewritten; who reads those of the kept record reads these, too',
  caregivers: 'were let in to that record by its patient; for the kept one they are invited again',
  email_changes: 'are of the account',
  emergency_accesses: 'tell of the record that was opened then; what one opened ends with the merge',
  closure_requests: 'are of the account',
  invites: 'are of the account',
  admin_notices: 'tell of the record that it was then',
  notice_choices: 'are what the account has chosen',
  patient_news_cursors: 'say what the account has seen',
  patient_words: 'find the record by its own name',
  patients: 'is the record itself',
  push_subscriptions: 'are of the account, and end with its sessions',
  sessions: 'are of the account, and end',
  special_care: 'is put on the kept record, too, and stays there after an undo',
  special_care_openings: 'tell of the record that was opened then',
  unusual_access: 'tell of the record that was read then',
}
