import type { getAccessLog } from '@fornix/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { withMerged } from '../../clinic/records/merged-records.ts'
import { withoutMedical } from '../../clinic/records/note-readings.ts'
import type { Db } from '../../platform/database/db.ts'
import { byThemselves } from './words.ts'

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

/** The receipts of a patient's requests. A deleted request, like a deleted file, may have been about somebody else: it names nothing. */
const receiptsOf = (patient: string) => sql`
  select unnest(array[r.file_id, h.replaced_file_id])
    from reimbursements r left join reimbursement_history h using (project_id, reimbursement_id)
   where r.patient_id = ${patient} and r.deleted_at is null`

/** What was done with a patient's record, newest first; repeats by one person within an hour are one row, but not across an emergency. */
export const accessesTo = async (
  db: Db,
  patient: string,
  leftOut: readonly string[],
  { page, page_size, own }: z.output<typeof getAccessLog.query>,
  commitWithNext = () => {},
) => {
  const records = await withMerged(db, patient)
  commitWithNext()
  const isOwn = sql`(coalesce(e.actor_id = any(${records}::uuid[]), false) or e.action = any(${byThemselves}::text[]))`
  const ofOthers = own === 'true' ? sql`` : sql`and not ${isOwn}`
  // The total needs every act, so each is read once and grouped as it is. Names are joined to the groups.
  // `ends` separates only what one hour holds. `like` and not `split_part()`: the planner would expect so few rows that it sorts them.
  const { rows } = await sql<Row>`
    with turns as materialized (
      select actor_id, at, event_id from audit_events
       where patient_id = any(${records}::uuid[]) and action in ('emergency_access.open', 'emergency_access.end')
    ), acts as materialized (
      select date_trunc('hour', e.at) as hour, e.actor_id, e.actor_role, e.action, e.object_id, e.result,
             case when date_trunc('hour', e.at) = any(array(select date_trunc('hour', at) from turns)) then
               (select count(*) from turns t where t.actor_id is not distinct from e.actor_id and (t.at, t.event_id) <= (e.at, e.event_id))
             end as ends,
             max(e.at) as at, count(*) as times
        from audit_events e
       where e.patient_id = any(${records}::uuid[]) and (e.result = 'ok' or e.result like 'ok %') and e.action <> all (${leftOut}::text[]) ${ofOthers}
       group by hour, e.actor_id, e.actor_role, e.action, e.object_id, e.result, ends
    ), names as materialized (
      select file_id::text as object_id, file_name, '' as study_date from files
       where patient_id = ${patient} and deleted_at is null
         and (kind in ('document', 'authorization_form') or file_id in (${receiptsOf(patient)}))
       union all
      select distinct unnest(array_remove(array[study_uid, series_uid, study_id::text], '')), '', study_date
        from studies where patient_id = ${patient}
    ), entries as materialized (
      select e.actor_id, e.actor_role, e.action, coalesce(n.file_name, '') as file_name, coalesce(n.study_date, '') as study_date,
             case when e.action = 'emergency_access.open' then e.object_id else '' end as reason,
             ${isOwn} as own, e.result like ${`ok ${withoutMedical}%`} as is_partial, strpos(e.result, ' emergency:') > 0 as in_emergency,
             max(e.at) as at, sum(e.times)::int as times
        from acts e left join names n using (object_id)
       group by e.hour, e.actor_id, e.actor_role, e.action, n.file_name, n.study_date, reason, is_partial, in_emergency, e.ends
    )
    select t.total, page.*
      from (select count(*)::int as total from entries) t
      left join (
        select * from entries order by at desc, action, file_name, study_date, reason limit ${page_size} offset ${(page - 1) * page_size}
      ) page on true
     order by page.at desc, page.action, page.file_name, page.study_date, page.reason`.execute(db)
  const entries = rows.flatMap(({ total: _, at, ...row }) => (at ? [{ ...row, at }] : []))
  return { entries, total: rows[0]?.total ?? 0 }
}
