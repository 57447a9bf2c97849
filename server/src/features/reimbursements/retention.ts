import { sql } from 'kysely'
import {
  auditPurged,
  isOver,
  movedBy,
  ownRows,
  type PurgeThings,
  patientRows,
  type TableRules,
} from '../../clinic/retention/rules.ts'

const ofMoved = (merge: string) => sql`t.reimbursement_id in (${movedBy(merge, 'reimbursements')})`

export const reimbursementRetention: TableRules[] = [
  { table: 'reimbursement_decisions', ofPatient: ownRows, onMerge: { key: 'reimbursement_id', follows: ofMoved } },
  { table: 'reimbursement_history', ...patientRows('money'), onMerge: { key: 'change_id', follows: ofMoved } },
  { table: 'reimbursements', ...patientRows('money'), onMerge: { key: 'reimbursement_id' } },
]

type Gone = { project_id: string; patient_id: string; id: string; receipts: string[] }

export const purgeReimbursements: PurgeThings = async (db, limit) => {
  const { rows } = await sql<Gone>`select t.project_id, t.patient_id, t.reimbursement_id as id,
      array(select replaced_file_id from reimbursement_history h where h.project_id = t.project_id
        and h.reimbursement_id = t.reimbursement_id and replaced_file_id is not null) || t.file_id as receipts
    from reimbursements t join projects j using (project_id) where ${isOver} limit ${limit} for update of t skip locked`.execute(
    db,
  )
  const projects = rows.map(({ project_id }) => project_id)
  for (const table of ['reimbursement_decisions', 'reimbursement_history', 'reimbursements'])
    await sql`delete from ${sql.table(table)} where project_id = any(${projects}::uuid[])
      and reimbursement_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  await auditPurged(db, 'reimbursement.purge', rows)
  // A request's receipts are not deleted with it, but nobody is left who could open them.
  await sql`update files set deleted_at = '-infinity' where deleted_at is null and kind = 'reimbursement'
    and project_id = any(${projects}::uuid[]) and file_id = any(${rows.flatMap(({ receipts }) => receipts)}::uuid[])`.execute(
    db,
  )
  return rows.length
}
