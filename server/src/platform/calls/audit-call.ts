import { type Call, keysOf } from '@fornix/contract'
import { type AuditAction, auditStatement, writeAudit } from '../audit/audit.ts'
import type { Db } from '../database/db.ts'
import { actorOf, type Caller, patientOf } from '../sessions/session-row.ts'
import type { AuditedCall, AuditNote, CallContext } from './route.ts'

type Noted = Pick<CallContext<Call>, 'audit' | 'request'>

/** Called when a transaction begins, and again when the database retries it: notes of a failed attempt are dropped with it. */
export const noteResetter = (audit: AuditNote) => {
  const before = { ...audit }
  return () => {
    for (const key of keysOf(audit)) delete audit[key]
    Object.assign(audit, before)
  }
}

const isAudited = (call: AuditedCall, audit: AuditNote): call is AuditedCall & { audit: AuditAction } =>
  typeof call.audit === 'string' && !audit.skipRow

const resultOf = ({ detail }: AuditNote) => (detail ? `ok ${detail}` : 'ok')

/** Open to every caregiver, whatever was shared: what it does to the record, if anything, its route says. */
const isOfSignIn = ({ care }: Call) => care === 'any'

/** Sent with the commit of a call by a signed-in user. */
export const closingAudit = (db: Db, call: AuditedCall, { user, audit, request }: Noted & { user: Caller }) =>
  isAudited(call, audit)
    ? [
        auditStatement(db, {
          project: user.project,
          actor: actorOf(user),
          role: user.role,
          action: call.audit,
          patient: (isOfSignIn(call) ? patientOf(user) : user.patient) ?? audit.patient ?? null,
          object: audit.object,
          request: request.id,
          result: resultOf(audit),
          proof: audit.proof,
          emergency: audit.emergency,
        }),
      ]
    : []

/** The audit row of a public call, if the project is known; a closed project's trail continues elsewhere. */
export const auditOpen = async (
  db: Db,
  call: AuditedCall,
  { user, audit, request }: Noted & { user: Caller | null },
) => {
  const project = audit.project ?? user?.project
  if (!isAudited(call, audit) || !project || user?.closed) return
  await writeAudit(db, {
    project,
    actor: audit.actor ?? (user && actorOf(user)),
    role: audit.role ?? user?.role ?? 'visitor',
    action: call.audit,
    patient: audit.patient ?? null,
    object: audit.object,
    request: request.id,
    result: resultOf(audit),
  })
}
