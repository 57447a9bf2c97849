import type { PatientSummary, ScreeningState } from '@fornix/contract'
import { sql } from 'kysely'
import { formSignedFor } from '../../clinic/records/form-record.ts'
import { type Medical, medicalOf, missingOf } from '../../clinic/records/medical-needs.ts'
import { isRead } from '../../clinic/records/read-notifications.ts'
import { goodUntil, newestScreening, stateAt } from '../../clinic/records/screening-state.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { wireTime } from '../../platform/database/sql-time.ts'

/** As patients see it in their list of scans: the valid rights, else the outcome of the last request. */
const lastScan = sql`(
  select jsonb_build_object('study_UID', s.study_uid, 'seriesId', s.series_uid, 'study_date', s.study_date, 'scan_type', s.scan_type,
    'access', case when o.study_id is not null then 'approved' when r.status = 'approved' then 'expired' else coalesce(r.status, 'none') end,
    'access_until', case when o.study_id is null then r.access_until else o.access_until end::text)
    from (select * from studies where patient_id = p.patient_id order by study_date desc, study_time desc, study_id desc limit 1) s
    left join open_studies o on o.study_id = s.study_id
    left join lateral (
      select status, access_until from access_requests r where r.study_id = s.study_id and r.patient_id = s.patient_id
       order by requested_at desc, request_id desc limit 1
    ) r on true)`

/** Today or later, until it is done: a late patient still comes. */
const nextVisit = sql`(
  select ${wireTime(sql`min(a.starts_at)`)} from appointments a join projects j using (project_id)
   where a.patient_id = p.patient_id and a.status = 'booked'
     and a.starts_at >= date_trunc('day', now() at time zone j.time_zone) at time zone j.time_zone
     and coalesce((select s.status from visit_steps s
                    where s.project_id = a.project_id and s.appointment_id = a.appointment_id and s.starts_at = a.starts_at
                    order by s.made_at desc, s.step_id desc limit 1), 'expected') not in ('done', 'no_show'))`

const unpaid = sql`(
  select jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount), 0)::numeric(12, 2)::text) from reimbursements r
   where r.patient_id = p.patient_id and r.deleted_at is null and r.status not in ('Paid', 'Rejected'))`

/** Answers and forms expire: what counts is whether they are valid at the next visit. */
const neededAt = sql`coalesce(v.next_visit::timestamptz, now())`

/** Files of which the reader was notified but has not read it. */
const unread = (reader: string) => sql`(
  select item_id from notifications where patient_id = p.patient_id and item_type = 'file'
     and not ${isRead(sql`notification_id`, reader)})`

/** Staff uploads have no notification. */
const files = (reader: string) => sql`(
  select jsonb_build_object('count', count(*),
           'unread', count(*) filter (where f.kind = 'document' and f.file_id::text in ${unread(reader)}))
    from files f where f.patient_id = p.patient_id and f.kind in ('document', 'authorization_form') and f.deleted_at is null)`

type Row = Omit<PatientSummary, 'screening' | 'missing'> & {
  medical: Medical
  state: ScreeningState
  good_until: string | null
}

export const summaryOf = async (
  db: Db,
  patient: string,
  { reader, seesMedical }: { reader: string; seesMedical: boolean },
): Promise<PatientSummary> => {
  const { rows } = await sql<Row>`
    select (select time_zone from projects) as time_zone, ${lastScan} as last_scan, v.next_visit, ${medicalOf} as medical,
           ${stateAt(neededAt)} as state, ${goodUntil} as good_until,
           ${formSignedFor(sql`(${neededAt} at time zone (select time_zone from projects))::date`)} as form_signed, ${unpaid} as unpaid, ${files(reader)} as files
      from patients p cross join lateral (select ${nextVisit} as next_visit) v ${newestScreening}
     where p.patient_id = ${patient}`.execute(db)
  const { medical, state, good_until, ...row } = firstRow(rows)
  return { ...row, screening: { state, good_until }, missing: seesMedical ? missingOf(medical) : null }
}
