import type { Call } from '@fornix/contract'
import type { Db } from '../database/db.ts'
import type { Caller } from '../sessions/session-row.ts'
import type { AuditNote } from './route.ts'

/** 403 if the project withholds the right that a call requires: before its record is known, and for that record. */
export type RightChecks = {
  checkRight: (db: Db, call: Pick<Call, 'right' | 'inEmergency'>, user: Caller) => Promise<void>
  checkRightTo: (db: Db, call: Call, user: Caller, audit: AuditNote) => Promise<void>
}
