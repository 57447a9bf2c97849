import type { News } from '@fornix/contract'
import { sql } from 'kysely'
import { readThrough } from '../../clinic/records/care-readings.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

const newsDays = 90

/** A site's day in DICOM's format: it appears beside the days of scans. */
const dayOf = (at: string) => sql`to_char(${sql.ref(at)} at time zone j.time_zone, 'YYYYMMDD')`

/** As `claimNewsOf` of the contract, by a step of the history and the one before. */
const claimNews = sql`
  case when status is distinct from lag(status) over earlier then status
       when status = 'On Hold' and comment <> lag(comment) over earlier then 'question'
       when status in ('Approved', 'Processing', 'Paid') and amount <> lag(amount) over earlier then 'amount'
       else '' end`

/** What others did for a patient, from the existing tables. What patients do themselves is no news to them. */
const newsOf = (reader: Reader) => sql`
  select s.*, s.at > coalesce(mark.through, '-infinity') and not s.seen as is_new
    from mark, (select id, kind, date_trunc('milliseconds', at) as at, item_id, about, status, seen from (
      select m.message_id as id, 'message' as kind, m.sent_at as at, m.thread_id::text as item_id, t.subject as about, '' as status,
             m.sent_at <= ${readThrough(reader)} as seen
        from care_messages m join care_threads t on t.project_id = m.project_id and t.thread_id = m.thread_id
       where m.patient_id = ${reader.person} and not m.by_patient and m.text <> ''
      union all
      select f.file_id, 'file', f.upload_date, f.file_id::text, f.file_name, '', false
        from files f
       where f.patient_id = ${reader.person} and f.kind = 'document' and f.deleted_at is null and f.uploaded_role <> 'Patient'
         and f.scan_state <> 'quarantined'
      union all
      select r.request_id, 'access', r.decided_at, r.study_id::text, st.study_date, r.status, false
        from access_requests r join studies st on st.project_id = r.project_id and st.study_id = r.study_id
       where r.patient_id = ${reader.person} and r.decided_at is not null
      union all
      select md5('extended' || r.request_id)::uuid, 'access', r.extended_at, r.study_id::text, st.study_date, 'extended', false
        from access_requests r join studies st on st.project_id = r.project_id and st.study_id = r.study_id
       where r.patient_id = ${reader.person} and r.extended_at is not null
      union all
      select st.study_id, 'images', coalesce(st.matched_at, st.received_at), st.study_id::text, st.study_date, '', false
        from studies st
       where st.patient_id = ${reader.person} and st.series_uid <> ''
      union all
      select md5('report' || st.study_id || r.key)::uuid, 'report', r.value::timestamptz, st.study_id::text, st.study_date, '', false
        from studies st cross join jsonb_each_text(st.released_at) r
       where st.patient_id = ${reader.person} and st.study_id in (select study_id from open_studies)
      union all
      select a.appointment_id, 'visit', a.told_at, '', ${dayOf('a.starts_at')}, a.status, false
        from appointments a join projects j on j.project_id = a.project_id
       where a.patient_id = ${reader.person} and a.told_at is not null
      union all
      select md5('reminder' || a.appointment_id)::uuid, 'reminder', a.reminded_at, '', ${dayOf('a.starts_at')}, '', false
        from appointments a join projects j on j.project_id = a.project_id
       where a.patient_id = ${reader.person} and a.reminded_at is not null and a.status = 'booked'
      union all
      select h.change_id, 'claim', h.created_at, '', r.description, h.news, false
        from (select *, ${claimNews} as news
                from reimbursement_history where patient_id = ${reader.person}
              window earlier as (partition by reimbursement_id order by change_id)) h
        join reimbursements r on r.project_id = h.project_id and r.reimbursement_id = h.reimbursement_id and r.deleted_at is null
       where h.status <> 'Submitted' and h.news <> ''
      union all
      -- Without what it was for: it may have been deleted because it was about somebody else.
      select r.reimbursement_id, 'claim', r.deleted_at, '', '', 'Deleted', false
        from reimbursements r
       where r.patient_id = ${reader.person} and r.deleted_at > now() - make_interval(days => ${newsDays})
         and exists (select from reimbursement_history h
                      where h.project_id = r.project_id and h.reimbursement_id = r.reimbursement_id and h.status <> 'Submitted')
    ) all_kinds) s
   where s.at > now() - make_interval(days => ${newsDays})`

type Page = { page: number; page_size: number }
/** Patients and each of their caregivers have their own mark. */
type Reader = Pick<Caller, 'person' | 'caregiver'>

const markOf = ({ person, caregiver }: Reader) =>
  caregiver
    ? sql`(select news_read_through from caregivers where caregiver_id = ${caregiver.id})`
    : sql`(select read_through from patient_news_cursors where patient_id = ${person})`

type Totals = { total: number; unread: number; read_through: string | null }
type Row = Omit<News, 'id'> & Totals & { id: string | null }

/** A page, the newest first, with the total and how many are new. */
export const newsFor = async (db: Db, reader: Reader, { page, page_size }: Page) => {
  const { rows } = await sql<Row>`
    with mark as (select ${markOf(reader)} as through),
         n as materialized (${newsOf(reader)}),
         t as (select count(*)::int as total, (count(*) filter (where is_new))::int as unread from n)
    select t.*, ${wireTime('mark.through')} as read_through, p.id, p.kind, ${wireTime('p.at')} as at, p.item_id, p.about, p.status, p.seen, p.is_new
      from mark cross join t left join (select * from n order by at desc, id limit ${page_size} offset ${(page - 1) * page_size}) p on true
     order by p.at desc, p.id`.execute(db)
  const { total, unread, read_through } = firstRow(rows)
  const news = rows.flatMap(({ id, total: _, unread: __, read_through: ___, ...row }) => (id ? [{ ...row, id }] : []))
  return { total, unread, read_through: read_through ?? '', news }
}

/** Moves the mark forward, never back, and never past now. */
export const markRead = (db: Db, { person, caregiver }: Reader, through: string) => {
  const mark = sql`least(${through}::timestamptz, now())`
  if (caregiver)
    return sql`update caregivers set news_read_through = greatest(news_read_through, ${mark})
                where caregiver_id = ${caregiver.id}`.execute(db)
  return sql`insert into patient_news_cursors (patient_id, read_through) values (${person}, ${mark})
      on conflict (project_id, patient_id)
      do update set read_through = greatest(patient_news_cursors.read_through, excluded.read_through)`.execute(db)
}
