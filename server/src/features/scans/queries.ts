import type { listScans, MyScan, StaffScan } from '@fornix/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { asksAgain } from '../../clinic/records/study-access.ts'
import type { Db } from '../../platform/database/db.ts'
import { todayAtSite } from '../../platform/database/sql-time.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'

type Page = z.output<typeof listScans.query>
type Paged<T> = (T | { [K in keyof T]: null }) & { total: number }

const columns = sql`s.study_uid as "study_UID", s.study_date, s.study_time, s.scan_type, s.source, s.received_at as timestamp`

// A page past the end is one row without a scan, which still has the total.
const pageOf = <T extends { study_UID: string }>(rows: Paged<T>[]) => ({
  total: rows[0]?.total ?? 0,
  scans: rows.flatMap(({ total: _, ...scan }) => (scan.study_UID === null ? [] : [scan as unknown as T])),
})

/** A page's keys come from the index of a patient's studies; whole rows are read only for them. */
const pageOfStudies = (patient: string, { page, page_size, order }: Page) => {
  const inOrder = sql`order by s.study_date ${sql.raw(order)}, s.study_time ${sql.raw(order)}, s.study_id ${sql.raw(order)}`
  const keys = sql`
    t as (select count(*)::int as total from studies s where s.patient_id = ${patient}),
    page as materialized (
      select s.study_id from studies s where s.patient_id = ${patient} ${inOrder} limit ${page_size} offset ${(page - 1) * page_size}
    )`
  return { keys, inOrder }
}

/** What is open among the studies `s`, as `o`, and the newest request for each, as `r`. */
const access = sql`
  left join open_studies o on o.study_id = s.study_id
  left join lateral (
    select status, reason, access_until, requested_at, decided_at, due_on, extended_at, extension_reason, ground, form_file_id from access_requests r
     where r.study_id = s.study_id and r.patient_id = s.patient_id
     order by requested_at desc, request_id desc limit 1
  ) r on true`

/** A patient's studies and which of them the patient may open, with the total, in one statement. */
export const scansOf = async (db: Db, patient: string, query: Page) => {
  const { keys, inOrder } = pageOfStudies(patient, query)
  const { rows } = await sql<Paged<StaffScan>>`
    with ${keys}
    select t.total, ${columns}, s.series_uid as "seriesId",
           case when o.study_id is not null then 'approved' when r.status = 'approved' then 'expired'
                else coalesce(r.status, 'none') end as access,
           case when o.study_id is null then r.access_until else o.access_until end::text as access_until
      from t left join (page join studies s using (study_id)) on true ${access} ${inOrder}`.execute(db)
  return pageOf<StaffScan>(rows)
}

/**
 * Whether the caller signed the form of the request `r`.
 * Comments on a request, such as that the images could harm the patient if this caregiver had them, are not for others who may see the
 * scan.
 */
const isAsker = (caller: Caller) => sql<boolean>`(r.form_file_id is null and ${!caller.caregiver} or exists (
  select from form_signatures f where f.file_id = r.form_file_id and f.signer_id = ${actorOf(caller)}))`

/**
 * As their patient sees them, with the result of the last request. What was closed without a form was never requested. A closed study's
 * series is not included.
 */
export const myScansOf = async (db: Db, caller: Caller, patient: string, query: Page) => {
  const { keys, inOrder } = pageOfStudies(patient, query)
  const forAsker = (text: string) => sql`case when ${isAsker(caller)} then ${sql.ref(text)} end`
  const { rows } = await sql<Paged<MyScan>>`
    with ${keys}
    select t.total, ${columns}, o.study_id is not null as view_access, case when o.study_id is not null then s.series_uid end as "seriesId",
           case when o.study_id is null and r.status = 'approved' then 'expired' else coalesce(r.status, 'none') end as request_status,
           coalesce(${forAsker('r.reason')}, '') as reason, r.form_file_id is not null and not ${isAsker(caller)} as asked_by_other, case when o.study_id is null then r.access_until else o.access_until end::text as access_until,
           case when r.form_file_id is not null then r.requested_at end as requested_at, r.decided_at, coalesce(${forAsker('r.extension_reason')}, '') as extension_reason, r.extended_at is not null as is_extended,
           case when r.status = 'pending' then r.due_on end::text as answer_by, coalesce(r.status = 'pending' and r.due_on < ${todayAtSite}, false) as is_late,
           case when r.status = 'declined' then ${forAsker('r.ground')} end as ground, s.series_uid <> '' as has_images, ${asksAgain} as sign_again
      from t left join (page join studies s using (study_id)) on true
      ${access}
      ${inOrder}`.execute(db)
  return pageOf<MyScan>(rows)
}

/** Where the clinic takes complaints. */
export const contactOf = async (db: Db) =>
  (
    await sql<{ email: string; phone: string }>`
      select coalesce(contact ->> 'email', '') as email, coalesce(contact ->> 'phone', '') as phone from projects`.execute(
      db,
    )
  ).rows[0]
