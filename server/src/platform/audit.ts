import type { Role } from '@fornix/contract'
import { type CompiledQuery, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from './db.ts'

/** One row of the audit trail: who did what, to whose record, with which result. */
export type AuditRow = {
  project: string
  actor: string | null
  role: Role | 'visitor' | 'system'
  action: string
  patient: string | null
  object?: string
  request: string
  result?: string
}

const statement = (row: AuditRow) => sql`
  insert into audit_events (project_id, event_id, actor_id, actor_role, action, patient_id, object_id, request_id, result)
  values (${row.project}, ${uuid()}, ${row.actor}, ${row.role}, ${row.action}, ${row.patient}, ${row.object ?? ''}, ${row.request},
          ${row.result ?? 'ok'})`

export const writeAudit = async (db: Db, row: AuditRow) => {
  await statement(row).execute(db)
}

/** The same insert, to travel with the commit. */
export const auditStatement = (db: Db, row: AuditRow): CompiledQuery => statement(row).compile(db)
