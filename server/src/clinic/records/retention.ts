import { contactDays } from '@fornix/contract'
import { sql } from 'kysely'
import {
  auditPurged,
  isOver,
  movedBy,
  ownKeys,
  ownRows,
  type PurgeThings,
  patientRows,
  removeStored,
  type TableRules,
} from '../retention/rules.ts'

export const recordRetention: TableRules[] = [
  {
    table: 'mail_attachments',
    ofPatient: (project, patient) => sql`project_id = ${project} and
      (file_id in (${ownKeys(project, patient, 'files', 'file_id')}) or mail_id in (${ownKeys(project, patient, 'mail_outbox', 'mail_id')}))`,
    before: ['files', 'mail_outbox'],
  },
  { table: 'patient_emails', ofPatient: ownRows, onMerge: { key: 'email_id' } },
  // A mail's text about a record is kept with the record; all others are names and addresses without a use.
  {
    table: 'mail_outbox',
    ofPatient: ownRows,
    expires: {
      since: 'created_at',
      hours: contactDays * 24,
      unless: 'exists (select from patient_emails e where (e.project_id, e.email_id) = (t.project_id, t.mail_id))',
    },
    onMerge: { key: 'mail_id' },
  },
  {
    table: 'files',
    ...patientRows('files'),
    onMerge: {
      key: 'file_id',
      isBound: true,
      follows: (merge) =>
        sql`t.file_id in (select file_id from reimbursements where reimbursement_id in (${movedBy(merge, 'reimbursements')})
          union select replaced_file_id from reimbursement_history where reimbursement_id in (${movedBy(merge, 'reimbursements')}))`,
    },
  },
  { table: 'patient_notes', ofPatient: ownRows, onMerge: { key: 'note_id' } },
  { table: 'patient_status_history', ...patientRows('record'), onMerge: { key: 'change_id' } },
  { table: 'patient_words', ...patientRows('record'), onMerge: { reason: 'find the record by its own name' } },
  { table: 'patients', ...patientRows('record'), onMerge: { reason: 'is the record itself' } },
  {
    table: 'audit_events',
    onMerge: { reason: 'are never rewritten; who reads those of the kept record reads these, too' },
  },
]

type Gone = { project_id: string; patient_id: string; id: string; storage_key: string }

/** A receipt is kept with its request. An email stays without the file that it took along. */
export const purgeFiles: PurgeThings = async (db, limit) => {
  const { rows } = await sql<Gone>`with gone as (
      select t.project_id, t.file_id from files t join projects j using (project_id)
       where ${isOver} and t.kind <> 'authorization_form'
         and not exists (select from reimbursements r where r.project_id = t.project_id and r.file_id = t.file_id)
         and not exists (select from reimbursement_history h where h.project_id = t.project_id and h.replaced_file_id = t.file_id)
       limit ${limit} for update of t skip locked),
    detached as (
      delete from mail_attachments a using gone g where (a.project_id, a.file_id) = (g.project_id, g.file_id))
    delete from files f using gone g where (f.project_id, f.file_id) = (g.project_id, g.file_id)
    returning f.project_id, f.patient_id, f.file_id as id, f.storage_key`.execute(db)
  for (const file of rows) await removeStored(db, file.project_id, [file])
  await auditPurged(db, 'document.purge', rows)
  return rows.length
}
