import { storeSeconds } from '@fornix/contract'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { mismatchOf, type Named, type Person } from '../../clinic/imaging/archive/same-person.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database } from '../../platform/database/db.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import type { Platform } from '../../platform.ts'

const everyMs = 600_000
const most = 100

type Left = { project_id: string; study_uid: string }

/**
 * Instances are stored before their study gets its row: a process that dies between the two leaves a study that nobody would see.
 * It gets its row here, once no request can still be at it.
 */
const withoutRow = `select a.project_id, a.study_uid from archive_studies a
  where not exists (select from studies s where s.project_id = a.project_id and s.study_uid = a.study_uid)
    and a.changed_at < now() - make_interval(secs => $1)
  order by a.changed_at limit ${most}`

/** Studies that came before their patient had the number, the birth date, that name or a record. Those that a person decided stay. */
const withTheirId = `select m.project_id, s.study_uid, m.dicom_patient_name, m.dicom_birth_date, p.first_name, p.last_name,
    coalesce(to_char(p.dob, 'YYYYMMDD'), '') as dob
  from study_matching m
  join studies s on s.project_id = m.project_id and s.study_id = m.study_id and s.series_uid <> ''
  join patients p on p.project_id = m.project_id and p.deleted_at is null
   and ((p.mrn_number = trim(m.dicom_patient_id) and p.mrn_number <> '') or p.code = upper(trim(m.dicom_patient_id)))
  where m.state = 'open' and m.reason in ('nobody', 'birth_date', 'name', 'unproven') and m.decided_by is null`

const matchingSince = async (database: Database) => {
  const open = await database.systemQuery<Left & Person & Named>(withTheirId, [])
  return open.filter((row) => mismatchOf(row, row) === undefined).slice(0, most)
}

export const catchUp = async ({ database, archive }: Pick<Platform, 'database' | 'archive'>) => {
  const left = [...(await database.systemQuery<Left>(withoutRow, [storeSeconds])), ...(await matchingSince(database))]
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
  runEvery(
    { job: 'catch-up', everyMs, log, failure: 'studies without a row or a patient were not caught up with' },
    () => catchUp(platform),
  )
