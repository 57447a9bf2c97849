import { type Call, keysOf } from '@fornix/contract'
import { auditStatement, writeAudit } from '../audit/audit.ts'
import type { Db } from '../database/db.ts'
import { actorOf, type Caller } from '../sessions/session-row.ts'
import type { AuditNote, CallContext } from './route.ts'

type Noted = Pick<CallContext<Call>, 'audit' | 'request'>

/** Called when a transaction begins, once more where the database has it done again: what an attempt noted goes with the attempt. */
export const notingFrom = (audit: AuditNote) => {
  const before = { ...audit }
  return () => {
    for (const key of keysOf(audit)) delete audit[key]
    Object.assign(audit, before)
  }
}

const isAudited = (call: Call, audit: AuditNote): call is Call & { audit: string } =>
  typeof call.audit === 'string' && !audit.isKnown

const resultOf = ({ detail }: AuditNote) => (detail ? `ok ${detail}` : 'ok')

/** Travels with the commit of a call of somebody who is signed in. */
export const closingAudit = (db: Db, call: Call, { user, audit, request }: Noted & { user: Caller }) =>
  isAudited(call, audit)
    ? auditStatement(db, {
        project: user.project,
        actor: actorOf(user),
        role: user.role,
        action: call.audit,
        patient: user.patient ?? audit.patient ?? null,
        object: audit.object,
        request: request.id,
        result: resultOf(audit),
        proof: audit.proof,
        emergency: audit.emergency,
      })
    : undefined

/** The row of a call of anyone, where a project is known; the trail of one that is closed goes on elsewhere. */
export const auditOpen = async (db: Db, call: Call, { user, audit, request }: Noted & { user: Caller | null }) => {
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
