import { type CareArea, retentionPauseDays } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { type AuditAction, writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import type { DB } from '../../platform/database/tables.ts'

type Condition = RawBuilder<unknown>

/**
 * Patients see their own rows, by this column, and a caregiver those of a shared area; or `own` for the caregiver's own rows, `patient` for
 * none, `record` for all.
 * The policies of row security decide; tests compare them with this.
 */
type PatientsSee = { by: 'patient_id' | 'person_id'; caregivers: CareArea | 'own' | 'patient' | 'record' }

/** The rows of a table that a merge of two records moved. */
export const movedBy = (merge: string, table: keyof DB) =>
  sql`select row_id from record_merge_rows where merge_id = ${merge} and table_name = ${table}`

/** Rows that move along when their record is merged into another one. */
export type Move = {
  /** A row's key within its record. */
  key: string
  /** The column with the row's record; default `patient_id`. */
  column?: 'previous_patient_id'
  /** Encryption or a seal is bound to the record in which the row was made. */
  isBound?: true
  /** Rows that stay behind, because the kept record already has the same. */
  stays?: (kept: string) => Condition
  /** Later rows that belong to something moved: they go back with it. */
  follows?: (merge: string) => Condition
}

/**
 * How long a table's rows are kept, whether patients see their own, and what a merge of two records does with them. Declared beside the
 * code that writes them, and collected in `server/src/features.ts`.
 */
export type TableRules = {
  table: keyof DB
  patientsSee?: PatientsSee
  /** A patient's rows, deleted for good with the record. */
  ofPatient?: (project: string, patient: string) => Condition
  /** Tables that `ofPatient` reads: their rows are deleted later. This holds anyway for those that a foreign key refers to. */
  before?: (keyof DB)[]
  /** Rows that nobody may read any more, or needs; their readers check the age themselves where it matters. */
  expires?: { since: string; hours: number; unless?: string }
  /** Of tables with a column that says whose a row is: how the rows move, or why they stay with the merged record. */
  onMerge?: Move | { reason: string }
}

/** Removes for good at most `limit` things deleted in records that live on; returns how many. */
export type PurgeThings = (db: Db, limit: number) => Promise<number>

export const ownRows = (project: string, patient: string) => sql`project_id = ${project} and patient_id = ${patient}`

/** The rules of a table whose rows are deleted with the record, and are seen by the patient and by these caregivers. */
export const patientRows = (caregivers: PatientsSee['caregivers']) =>
  ({ patientsSee: { by: 'patient_id', caregivers }, ofPatient: ownRows }) as const satisfies Partial<TableRules>

/** The rows of `key` in a query over other rows of the patient, such as the studies. */
export const ownKeys = (project: string, patient: string, table: keyof DB, key: string) =>
  sql`select ${sql.ref(key)} from ${sql.table(table)} where ${ownRows(project, patient)}`

/**
 * The project j, which is open, no longer keeps it: its period has passed since that time, and the period is not one of the last weeks.
 */
export const isOverSince = (
  since: 't.deleted_at' | 't.decided_at',
) => sql<boolean>`${sql.raw(since)} <= now() - make_interval(years => j.retention_years)
  and j.retention_set_at <= now() - make_interval(days => ${retentionPauseDays}) and ${sql.raw(isOpen('j'))}`
export const isOver = isOverSince('t.deleted_at')

export const purging = { actor: null, role: 'system', request: 'retention' } as const

type Thing = { project_id: string; patient_id: string | null; id: string }

export const auditPurged = async (db: Db, action: AuditAction, things: Thing[]) => {
  for (const { project_id, patient_id, id } of things)
    await writeAudit(db, { project: project_id, patient: patient_id, object: id, action, ...purging })
}

/** Their bytes are deleted some days after this transaction commits (`KEEP_REMOVED_FILES_DAYS`). */
export const removeStored = async (db: Db, project: string, keys: { storage_key: string }[]) => {
  if (keys.length === 0) return
  await sql`insert into file_removals (project_id, storage_key)
    select ${project}, key from unnest(${keys.map(({ storage_key }) => storage_key)}::text[]) key`.execute(db)
}
