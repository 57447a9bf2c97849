import { isDenial, refusalGroundNames } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Pair } from './locked-pair.ts'

const denials = refusalGroundNames.filter(isDenial)

/**
 * An admin who closed a scan while it belonged to the kept record meant the scan: it goes back closed.
 * The decision itself stays with the kept record, whose form it may be about.
 * The merged one gets its own, and approvals from before the merge end. So do `released` scans, which may become the merged one's.
 */
export const keepClosed = async (db: Db, { project, kept, merged }: Pair, merge: string, released: string[]) => {
  await sql`
    with closed as (
      select distinct on (r.study_id) r.study_id, r.decided_at, r.decided_by, r.reason
        from access_requests r
        join studies s on s.project_id = r.project_id and s.study_id = r.study_id
         and (s.patient_id = ${merged} or s.study_id = any(${released}::uuid[]))
        join record_merges m on m.project_id = r.project_id and m.merge_id = ${merge}
       where r.project_id = ${project} and r.patient_id = ${kept} and r.decided_at >= m.merged_at
         and (r.status = 'revoked' or r.status = 'declined' and r.ground = any(${denials}::text[]))
         and not exists (select from access_requests later where later.project_id = r.project_id and later.patient_id = r.patient_id
               and later.study_id = r.study_id and later.status = 'approved' and later.decided_at > r.decided_at)
       order by r.study_id, r.decided_at desc
    ), ended as (
      update access_requests r set status = 'revoked', decided_at = c.decided_at, decided_by = c.decided_by, reason = c.reason
        from closed c
       where r.project_id = ${project} and r.patient_id = ${merged} and r.study_id = c.study_id and r.status = 'approved'
    )
    insert into access_requests (project_id, request_id, patient_id, study_id, status, decided_at, decided_by, reason)
    select ${project}, gen_random_uuid(), ${merged}, study_id, 'revoked', decided_at, decided_by, reason from closed`.execute(
    db,
  )
}
