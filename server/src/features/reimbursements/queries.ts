import type { Reimbursement, ReimbursementStatus } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { storedFiles } from '../../clinic/records/stored-files.ts'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import { sameInProject } from '../../platform/database/same-in-project.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import { isUnanswered } from './second-person.ts'

const rowsWhere = async (db: Db, viewer: string, condition: RawBuilder<unknown>) =>
  (
    await sql<Reimbursement>`
      select r.reimbursement_id as id, r.amount::text as amount, r.paid_amount::text as paid_amount, r.description, r.category, r.status,
             r.comment, r.file_id, f.file_name, f.file_type, f.scan_state, null as file_data, r.created_at as date, r.created_at as upload_date,
             r.expense_date, p.email, r.version,
             coalesce((select jsonb_agg(jsonb_build_object('status', h.status, 'amount', h.amount::text, 'comment', h.comment, 'author', h.author,
                                                           'timestamp', ${wireTime('h.created_at')}, 'is_answer', h.answer_key is not null,
                                                           'is_receipt_removed', e.deleted_at is not null,
                                                           'earlier_receipt', case when e.file_id is not null and e.deleted_at is null then jsonb_build_object(
                                                             'file_id', e.file_id, 'file_name', e.file_name, 'file_type', e.file_type,
                                                             'scan_state', e.scan_state) end) order by h.change_id)
                         from reimbursement_history h
                         left join files e on e.project_id = h.project_id and e.file_id = h.replaced_file_id
                        where h.reimbursement_id = r.reimbursement_id), '[]') as history,
             (select jsonb_build_object('status', d.status, 'amount', d.amount::text, 'comment', d.comment, 'name', d.decided_name,
                                        'at', ${wireTime('d.decided_at')}, 'is_mine', d.decided_by = ${viewer})
                from reimbursement_decisions d where d.reimbursement_id = r.reimbursement_id and ${isUnanswered}) as waiting
        from reimbursements r
        join patients p on p.project_id = r.project_id and p.patient_id = r.patient_id and p.deleted_at is null
        join files f on f.project_id = r.project_id and f.file_id = r.file_id
       where r.deleted_at is null and ${condition}
       order by r.created_at desc, r.reimbursement_id desc`.execute(db)
  ).rows

export const reimbursementsOf = (db: Db, patient: string, viewer: string) =>
  rowsWhere(db, viewer, sql`r.patient_id = ${patient}`)
export const reimbursement = async (db: Db, id: string, viewer: string) =>
  (await rowsWhere(db, viewer, sql`r.reimbursement_id = ${id}`))[0]

/** Everything that was not rejected. Text with two decimals. */
export const amountTotalsOf = async (db: Db, patient: string) => {
  const { rows } = await sql<{ reimbursement_amount: string; paid_reimbursement_amount: string }>`
    select coalesce(sum(amount), 0)::numeric(12, 2)::text as reimbursement_amount,
           coalesce(sum(paid_amount), 0)::numeric(12, 2)::text as paid_reimbursement_amount
      from reimbursements where patient_id = ${patient} and deleted_at is null and status <> 'Rejected'`.execute(db)
  return rows[0]!
}

/** The owner, status and version, locked until the change is written; a deleted one too. */
export const lockReimbursement = (db: Db, id: string) =>
  db
    .selectFrom('reimbursements as r')
    .innerJoin('patients as p', (join) => sameInProject(join, 'p', 'r', 'patient_id'))
    .select([
      'r.patient_id',
      'r.status',
      'r.amount',
      'r.file_id',
      'r.comment',
      'r.version',
      'r.deleted_at',
      'p.email',
      'p.first_name',
    ])
    .where('r.reimbursement_id', '=', id)
    .where('p.deleted_at', 'is', null)
    .forUpdate('r')
    .$narrowType<{ status: ReimbursementStatus }>()
    .executeTakeFirst()

/** The receipt of a request, or one that an answer replaced. */
export const findReceipt = (db: Db, id: string) =>
  storedFiles(db)
    .innerJoin('reimbursements as r', (join) =>
      join
        .onRef('r.project_id', '=', 'f.project_id')
        .onRef('r.patient_id', '=', 'f.patient_id')
        .on(sql<boolean>`(r.file_id = f.file_id or f.file_id in (select h.replaced_file_id from reimbursement_history h
          where h.project_id = r.project_id and h.reimbursement_id = r.reimbursement_id))`),
    )
    .where('f.file_id', '=', id)
    .where('f.kind', '=', 'reimbursement')
    .where('f.deleted_at', 'is', null)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()

/** A receipt that an answer replaced, even one removed since, with its request's current state. */
export const findEarlierReceipt = (db: Db, id: string) =>
  db
    .selectFrom('reimbursement_history as h')
    .innerJoin('reimbursements as r', 'r.reimbursement_id', 'h.reimbursement_id')
    .innerJoin('files as f', 'f.file_id', 'h.replaced_file_id')
    .innerJoin('patients as p', 'p.patient_id', 'r.patient_id')
    .select(['f.file_id', 'f.patient_id', 'f.deleted_at', 'r.reimbursement_id', 'r.status'])
    .where('h.replaced_file_id', '=', id)
    .where('r.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .$narrowType<{ status: ReimbursementStatus }>()
    .executeTakeFirst()

const steps = (db: Db, id: string) =>
  db.selectFrom('reimbursement_history').select('status').where('reimbursement_id', '=', id)
/** A payment stays on record, even if the request was set back since. */
export const wasPaid = (db: Db, id: string) => exists(steps(db, id).where('status', '=', 'Paid'))
/** The patient was told something about it. */
export const wasDecided = (db: Db, id: string) => exists(steps(db, id).where('status', '<>', 'Submitted'))

/** A receipt that was replaced. */
export const dropReceipt = (db: Db, file: string) =>
  db.updateTable('files').set({ deleted_at: sql<string>`now()` }).where('file_id', '=', file).execute()

export const addStep = (
  db: Db,
  step: {
    reimbursement_id: string
    patient_id: string
    status: ReimbursementStatus
    amount: string
    comment: string
    author: string
    answer_key?: string
    replaced_file_id?: string | undefined
  },
) =>
  db
    .insertInto('reimbursement_history')
    .values({ ...step, change_id: uuid() })
    .execute()
