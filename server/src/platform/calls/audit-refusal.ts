import type { FastifyRequest } from 'fastify'
import { type AuditRow, writeAudit } from '../audit/audit.ts'
import type { ApiError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/db.ts'
import { BrokenFile } from '../files/locked-file.ts'
import { scopeOf } from '../sessions/session.ts'
import { actorOf } from '../sessions/session-row.ts'
import { proofHeader } from './fresh-proof.ts'

/** Refusals that concern or reveal somebody's data are audited too, in a separate transaction, as the request's was rolled back. */
export const auditRefusal = async (
  request: FastifyRequest,
  error: ApiError,
  { database, log }: { database: Database; log: Log },
) => {
  const { caller } = request
  const brokenFile = error instanceof BrokenFile ? error : undefined
  if (brokenFile)
    log.error(
      { alert: 'file_broken', file: brokenFile.file.file_id, request: request.id, reason: brokenFile.reason },
      'a stored file is broken',
    )
  const shown = error.more.body && request.note?.patient
  // Every such request starts by being asked for proof: only a wrong proof is worth an audit row.
  if (error.code === 'proof_required' && request.headers[proofHeader] === undefined) return
  if (!caller || !(brokenFile || shown || [401, 403, 404].includes(error.status))) return
  const row: AuditRow = {
    project: caller.project,
    actor: actorOf(caller),
    role: caller.role,
    action: brokenFile ? 'file.broken' : 'refused',
    patient: brokenFile ? brokenFile.file.patient_id : (caller.patient ?? shown ?? null),
    object: brokenFile ? brokenFile.file.file_id : request.call,
    request: request.id,
    result: brokenFile ? brokenFile.reason : `${error.status} ${error.code}`,
  }
  await database
    .scoped(scopeOf(caller), (db) => writeAudit(db, row))
    .catch((err: Error) => log.error({ err, request: request.id }, 'refusal not audited'))
}
