import { isIdentityLate } from '../../clinic/imaging/archive/matching.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { mismatchOf, type Named, type Person } from '../../clinic/imaging/archive/same-person.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import type { Platform } from '../../platform.ts'

const graceMs = 15_000
const matchMs = 600_000
/** A study that is still arriving has received something within this time. */
const restSeconds = 30
const maxStudies = 100

type Left = { project_id: string; study_uid: string }

/**
 * Instances are stored before their study's row is updated: a process that dies in between leaves some that nobody would see.
 * Studies with instances from the last day, or without a row.
 */
const unsettled = `select i.project_id, i.study_uid
   from (select project_id, study_uid, max(received_at) as newest from archive_instances
          where received_at > now() - interval '1 day' group by project_id, study_uid) i
   left join studies s on s.project_id = i.project_id and s.study_uid = i.study_uid
  where ${isOpen('i')} and i.newest < now() - make_interval(secs => $1)
    and (s.study_id is null or s.instance_count <> (select count(*) from archive_instances a
                                                     where a.project_id = i.project_id and a.study_uid = i.study_uid
                                                        and a.series_uid <> all (s.staff_series)))
  union
 select a.project_id, a.study_uid from archive_studies a
  where not exists (select from studies s where s.project_id = a.project_id and s.study_uid = a.study_uid)
    and a.changed_at < now() - interval '1 day' and ${isOpen('a')}
  limit ${maxStudies}`

/**
 * Studies that came before their patient had the number, the birth date, that name or a record.
 * A person's decisions stay.
 */
const withTheirId = `select m.project_id, s.study_uid, m.dicom_patient_name, m.dicom_birth_date, p.first_name, p.last_name,
    coalesce(to_char(p.dob, 'YYYYMMDD'), '') as dob
  from study_matching m
  join studies s on s.project_id = m.project_id and s.study_id = m.study_id and s.series_uid <> ''
  join projects on projects.project_id = m.project_id
  join patients p on p.project_id = m.project_id and p.deleted_at is null
   and ((p.mrn_number = trim(m.dicom_patient_id) and p.mrn_number <> '') or p.code = upper(trim(m.dicom_patient_id)))
  where m.state = 'open' and m.reason in ('nobody', 'birth_date', 'name', 'unproven') and m.decided_by is null and ${isOpen('m')}
   and not (${isIdentityLate})`

const matchingSince = async (database: Database) => {
  const open = await database.systemQuery<Left & Person & Named>(withTheirId, [])
  return open.filter((row) => mismatchOf(row, row) === undefined).slice(0, maxStudies)
}

type Parts = Pick<Platform, 'database' | 'archive'>

const reconcileAll = async ({ database, archive }: Parts, left: Left[]) => {
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

export const finishArrivals = async (parts: Parts) =>
  reconcileAll(parts, await parts.database.systemQuery<Left>(unsettled, [restSeconds]))

export const matchAgain = async (parts: Parts) => reconcileAll(parts, await matchingSince(parts.database))

export const startCatchingUp = ({ log, ...platform }: Platform) => {
  const stops = [
    runEvery(
      { job: 'settle-arrived', everyMs: graceMs, log, failure: 'studies that were half sent did not get their row' },
      () => finishArrivals(platform),
    ),
    runEvery({ job: 'match-again', everyMs: matchMs, log, failure: 'studies were not matched again' }, () =>
      matchAgain(platform),
    ),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
