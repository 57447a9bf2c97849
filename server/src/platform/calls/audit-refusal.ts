import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../audit/audit.ts'
import type { ApiError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/db.ts'
import { BrokenFile } from '../files/locked-file.ts'
import { scopeOf } from '../sessions/session.ts'

/** Refusals that concern somebody's data leave a row too; it has a transaction of its own, as the request's is gone. */
export const auditRefusal = async (
  request: FastifyRequest,
  error: ApiError,
  { database, log }: { database: Database; log: Log },
) => {
  const { caller } = request
  const broken = error instanceof BrokenFile ? error : undefined
  if (broken)
    log.error(
      { alert: 'file_broken', file: broken.file.file_id, request: request.id, reason: broken.reason },
      'a stored file is broken',
    )
  if (!caller || !(broken || [401, 403, 404].includes(error.status))) return
  const row = {
    project: caller.project,
    actor: caller.person,
    role: caller.role,
    action: broken ? 'file.broken' : 'refused',
    patient: broken ? broken.file.patient_id : caller.patient,
    object: broken ? broken.file.file_id : request.call,
    request: request.id,
    result: broken ? broken.reason : `${error.status} ${error.code}`,
  }
  await database
    .scoped(scopeOf(caller), (db) => writeAudit(db, row))
    .catch((err: Error) => log.error({ err, request: request.id }, 'refusal not audited'))
}
