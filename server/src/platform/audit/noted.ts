import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { idAt } from '../database/sql-time.ts'
import type { AuditAction } from './audit.ts'

const noteEveryMs = 15 * 60_000

/**
 * Patients for whom the trail already says that this person looks at them, by action and object; null stands for the object itself. A page
 * that stays open requests the same again and again.
 */
export const notedFor = async (db: Db, person: string, action: AuditAction, object: string, result = 'ok') => {
  const { rows } = await sql<{ patient_id: string | null }>`
    select distinct patient_id from audit_events
     where actor_id = ${person} and action = ${action} and object_id = ${object} and result = ${result}
       and event_id > ${idAt(Date.now() - noteEveryMs)}::uuid`.execute(db)
  return new Set(rows.map(({ patient_id }) => patient_id))
}
