import type { getAccessLog } from '@fornix/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withoutMedical } from '../../clinic/records/audit-names.ts'
import { withMerged } from '../../clinic/records/merged-records.ts'
import type { Db } from '../../platform/database/db.ts'
import { byThemselves, leftOut } from './words.ts'

type Row = {
  at: string | null
  times: number
  /** The patient's own acts, in any of their records. */
  own: boolean
  actor_id: string | null
  actor_role: string
  action: string
  file_name: string
  /** The eight DICOM digits. */
  study_date: string
  /** Why a record was opened in an emergency, in that user's words. */
  reason: string
  /** Without what the clinic withholds from that user. */
  is_partial: boolean
  in_emergency: boolean
  total: number
}

/** What was done with a patient's record, newest first; repeats by one person within an hour are one row, but not across an emergency. */
export const accessesTo = async (
  db: Db,
  patient: string,
  { page, page_size, own }: z.output<typeof getAccessLog.query>,
  commitWithNext = () => {},
) => {
  const records = await withMerged(db, patient)
  commitWithNext()
  const isOwn = sql`(coalesce(e.actor_id = any(${records}::uuid[]), false) or e.action = any(${byThemselves}::text[]))`
  const ofOthers = own === 'true' ? sql`` : sql`and not ${isOwn}`
  const { rows } = await sql<Row>`
    with e as materialized (
      select e.actor_id, e.actor_role, e.action, coalesce(f.file_name, '') as file_name, coalesce(s.study_date, '') as study_date,
             case when e.action = 'emergency_access.open' then e.object_id else '' end as reason,
             ${isOwn} as own, e.result like ${`ok ${withoutMedical}%`} as is_partial, strpos(e.result, ' emergency:') > 0 as in_emergency,
             max(e.at) as at, count(*)::int as times
        from (
          select *, count(*) filter (where action in ('emergency_access.open', 'emergency_access.end'))
                      over (partition by actor_id order by at, event_id) as ends
            from audit_events
           where patient_id = any(${records}::uuid[])
        ) e
        left join files f on f.file_id::text = e.object_id and f.patient_id = ${patient}
                         and f.kind in ('document', 'authorization_form', 'reimbursement')
        left join studies s on e.object_id in (s.study_uid, s.series_uid, s.study_id::text) and e.object_id <> ''
                           and s.patient_id = ${patient}
       where split_part(e.result, ' ', 1) = 'ok' and e.action <> all (${leftOut}::text[]) ${ofOthers}
       group by e.actor_id, e.actor_role, e.action, f.file_name, s.study_date, reason, is_partial, in_emergency, e.ends, date_trunc('hour', e.at)
    )
    select t.total, page.*
      from (select count(*)::int as total from e) t
      left join (
        select * from e order by at desc, action, file_name, study_date, reason limit ${page_size} offset ${(page - 1) * page_size}
      ) page on true
     order by page.at desc, page.action, page.file_name, page.study_date, page.reason`.execute(db)
  const entries = rows.flatMap(({ total: _, at, ...row }) => (at ? [{ ...row, at }] : []))
  return { entries, total: rows[0]?.total ?? 0 }
}
