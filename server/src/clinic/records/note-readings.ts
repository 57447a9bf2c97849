import { type AuditAction, writeAudit } from '../../platform/audit/audit.ts'
import { notedFor } from '../../platform/audit/noted.ts'
import type { RequestFacts } from '../../platform/calls/read-request.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

/** In the audit row of a reading by a user from whom the clinic withholds medical information. */
export const withoutMedical = 'Without medical information'

export type Reader = { db: Db; user: Caller; audit: AuditNote; request: RequestFacts }

/**
 * A page that shows something of many records: each patient finds the reading in their own access log; `audit.object` says which page,
 * `audit.detail` which part of it.
 */
export const noteReadings = async ({ db, user, audit, request }: Reader, action: AuditAction, records: string[]) => {
  const object = audit.object ?? ''
  const result = audit.detail ? `ok ${audit.detail}` : 'ok'
  const noted = await notedFor(db, user.person, action, object, result)
  audit.skipRow = noted.has(null)
  const row = {
    project: user.project,
    actor: user.person,
    role: user.role,
    action,
    object,
    request: request.id,
    result,
  }
  const unnoted = new Set(records.filter((record) => !noted.has(record)))
  await Promise.all([...unnoted].map((patient) => writeAudit(db, { ...row, patient })))
}
