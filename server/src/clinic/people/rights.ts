import { type Call, isOperator, openedInEmergency, type Right, type Withheld, withheldSentence } from '@fornix/contract'
import { sql } from 'kysely'
import { ApiError, forbidden } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

/** What the project withholds from the caller; queried in each transaction, so that a change applies at once. */
export const withheldFrom = async (db: Db, { role }: Pick<Caller, 'role'>): Promise<readonly Right[]> => {
  if (!isOperator(role)) return []
  const row = await db
    .selectFrom('project_rights')
    .select('withheld')
    .$narrowType<{ withheld: Withheld }>()
    .executeTakeFirst()
  return row?.withheld[role] ?? []
}

export const hasRight = async (db: Db, user: Pick<Caller, 'role'>, right: Right) =>
  !(await withheldFrom(db, user)).includes(right)

const refused = ({ role }: Caller, right: Right) =>
  isOperator(role) ? new ApiError(403, 'right_withheld', withheldSentence(role, right)) : forbidden('right_withheld')

/** Still running by the database's clock. Users who lose the right to emergency access also lose what it opened. */
const emergencyOf = async (db: Db, user: Caller, patient?: string) => {
  if (!(await hasRight(db, user, 'emergency_access'))) return
  const { rows } = await sql<{ emergency_id: string }>`
    select emergency_id from emergency_accesses
     where provider_id = ${user.person} and ended_at is null and until > clock_timestamp()
       ${patient === undefined ? sql`` : sql`and patient_id = ${patient}`} limit 1`.execute(db)
  return rows[0]?.emergency_id
}

/**
 * The right that an emergency opens, for the record that the call found: either held anyway, or because the caller opened this record,
 * which the audit row then says.
 */
export const hasRightTo = async (db: Db, user: Caller, audit: AuditNote) => {
  if (await hasRight(db, user, openedInEmergency)) return true
  audit.emergency = audit.patient && (await emergencyOf(db, user, audit.patient))
  return audit.emergency !== undefined
}

/** 403 if the project withholds the right from the caller's role. In an emergency it is checked again once the record is known. */
export const checkRight = async (db: Db, { right, inEmergency }: Pick<Call, 'right' | 'inEmergency'>, user: Caller) => {
  if (!right || (await hasRight(db, user, right))) return
  if (!(inEmergency && (await emergencyOf(db, user)))) throw refused(user, right)
}

/** As `checkRight`, for the record that was found. */
export const checkRightTo = async (db: Db, { right, inEmergency }: Call, user: Caller, audit: AuditNote) => {
  if (right && inEmergency && !(await hasRightTo(db, user, audit))) throw refused(user, right)
}
