import { storeSeconds } from '@fornix/contract'
import { reconcile } from '../../platform/archive/reconcile.ts'
import { writeAudit } from '../../platform/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { regularly } from '../../platform/regularly.ts'
import { projectId, staffScope } from '../../platform/scope.ts'

const everyMs = 600_000

/**
 * Instances are stored before their study gets its row: a process that dies between the two leaves a study that nobody would see.
 * It gets its row here, once no request can still be at it.
 */
export const catchUp = async ({ database, archive }: Pick<Platform, 'database' | 'archive'>) => {
  const left = await database.systemQuery<{ project_id: string; study_uid: string }>(
    `select a.project_id, a.study_uid from archive_studies a
      where not exists (select from studies s where s.project_id = a.project_id and s.study_uid = a.study_uid)
        and a.changed_at < now() - make_interval(secs => $1)
      order by a.changed_at limit 100`,
    [storeSeconds],
  )
  for (const { project_id, study_uid } of left) {
    const scope = staffScope(projectId(project_id))
    const row = await reconcile(database, archive, scope, study_uid)
    if (!row) continue
    await database.scoped(scope, (db) =>
      writeAudit(db, {
        project: project_id,
        actor: null,
        role: 'system',
        action: 'images.store',
        patient: row.patient_id,
        object: study_uid,
        request: 'catching up',
      }),
    )
  }
}

export const startCatchingUp = ({ log, ...platform }: Platform) =>
  regularly({ job: 'catch-up', everyMs, log, failure: 'studies without a row were not caught up with' }, () =>
    catchUp(platform),
  )
