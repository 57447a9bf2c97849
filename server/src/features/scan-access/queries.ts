import {
  accessDays,
  type OpenAccess,
  type PendingRequest,
  type RefusalGround,
  validFormVersions,
} from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { AccessMail } from '../../clinic/records/access-mails.ts'
import { authorizesOn } from '../../clinic/records/form-record.ts'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { ageAtSite } from '../../clinic/records/patient-record.ts'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import { asksAgain } from '../../clinic/records/study-access.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { todayAtSite } from '../../platform/database/sql-time.ts'

/**
 * The caller's own study with that UID: the patient's scope decides. `is_open` if it may be viewed already, and nothing has to be signed
 * again.
 */
export const ownStudy = async (db: Db, studyUid: string) =>
  (
    await sql<{ study_id: string; patient_id: string; is_open: boolean }>`
      select s.study_id, s.patient_id, exists (select from open_studies o where o.study_id = s.study_id) and not ${asksAgain} as is_open
        from studies s where s.study_uid = ${studyUid.trim()}`.execute(db)
  ).rows[0]

/**
 * The signed form for a request: the newest naming this study, else the newest naming none that no request has used.
 * A form from a record that was merged into this one was signed by another account, and opens nothing more.
 */
export const formFor = async (db: Db, patient: string, studyUid: string) =>
  (
    await sql<{ file_id: string }>`
      select f.file_id from form_signatures f
       where f.patient_id = ${patient} and ${authorizesOn(todayAtSite)}
         and (f.study_uid = ${studyUid} or (f.study_uid is null
              and not exists (select from access_requests r where r.form_file_id = f.file_id)))
       order by f.study_uid is null, f.signed_at desc limit 1`.execute(db)
  ).rows[0]?.file_id

/** Attaches a newly signed form to a pending request with one of an earlier text; false if there is none. */
export const renewRequest = async (db: Db, study: string, form: string) =>
  (
    await sql`update access_requests r set form_file_id = ${form} from form_signatures f
     where r.study_id = ${study} and r.status = 'pending' and (f.project_id, f.file_id) = (r.project_id, r.form_file_id)
       and f.form_version <> all(${validFormVersions()}::text[]) returning r.request_id`.execute(db)
  ).rows.length > 0

/** False if one is already pending. */
export const addRequest = async (db: Db, request: { patient_id: string; study_id: string; form_file_id: string }) => {
  const request_id = uuid()
  const { rows } = await sql`
    insert into access_requests (request_id, patient_id, study_id, form_file_id)
    values (${request_id}, ${request.patient_id}, ${request.study_id}, ${request.form_file_id})
    on conflict (project_id, patient_id, study_id) where status = 'pending' do nothing returning request_id`.execute(db)
  if (rows.length === 0) return false
  await db
    .insertInto('notifications')
    .values({ notification_id: uuid(), item_type: 'request', patient_id: request.patient_id, item_id: request_id })
    .execute()
  return true
}

const person = sql`p.first_name as firstname, p.last_name as lastname, p.email, p.code as patient_id, coalesce(p.mrn_number, '') as mrn_number,
  coalesce(${wireBirthDate}, '') as dob, ${ageAtSite} as age, p.gender, ${hasNamesake} as has_namesake,
  p.physician_name, coalesce(v.code, '') as provider_id, s.study_uid as "studyId", s.study_date as "studyDate", r.form_file_id`
const joinPatient = (of: string) => sql`
  join studies s on s.project_id = ${sql.ref(`${of}.project_id`)} and s.study_id = ${sql.ref(`${of}.study_id`)}
  join patients p on p.project_id = ${sql.ref(`${of}.project_id`)} and p.patient_id = ${sql.ref(`${of}.patient_id`)} and p.deleted_at is null
  left join providers v on v.project_id = p.project_id and v.provider_id = p.physician_id`
const joined = sql`access_requests r ${joinPatient('r')}`

/** The scan of a request `r` is another patient's by now, or nobody's. */
export const isMoved = sql`s.patient_id is distinct from r.patient_id`

/** The earliest due day first. */
export const pendingRequests = async (db: Db) =>
  (
    await sql<PendingRequest>`select r.request_id, ${person}, r.project_id as project, r.requested_at, r.due_on::text as due_on, r.due_on - ${todayAtSite} as days_left,
             r.extended_at is not null as is_extended, ${isMoved} as is_moved,
             exists (select from form_signatures f where f.file_id = r.form_file_id and f.needs_countersign
                        and not exists (select from form_countersignatures c where c.file_id = f.file_id)) as needs_countersign
      from ${joined} where r.status = 'pending' order by r.due_on, r.requested_at, r.request_id`.execute(db)
  ).rows

/** As many as pendingRequests lists. */
export const pendingCount = async (db: Db) =>
  (await sql<{ open: number }>`select count(*)::int as open from ${joined} where r.status = 'pending'`.execute(db))
    .rows[0]?.open ?? 0

/** What is open now, by the view's single rule, with the form that last opened it; newest first. */
export const openAccess = async (db: Db, { page, page_size }: { page: number; page_size: number }) => {
  const { rows: open } = await sql<OpenAccess>`
    select ${person}, o.access_until::text as access_until
      from open_studies o ${joinPatient('o')}
      left join lateral (
        select form_file_id, decided_at from access_requests
         where study_id = o.study_id and patient_id = o.patient_id and status = 'approved' and access_until >= ${todayAtSite}
         order by decided_at desc, request_id limit 1
      ) r on true
     order by coalesce(r.decided_at, s.matched_at, s.received_at) desc, o.study_id limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    db,
  )
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from open_studies o ${joinPatient('o')}`.execute(db)
  return { open, total: firstRow(rows).total }
}

/** The states in which a request can be decided: approved or declined, and revoked. */
export type DecidableState = 'pending' | 'approved'

export type Decidable = AccessMail & {
  status: string
  form_file_id: string
  is_extended: boolean
  is_late: boolean
  /** The scan belongs to another patient by now, or to none. */
  is_moved: boolean
}

/**
 * The patient's newest request for that study in a state, else the newest, locked until the decision is written.
 * The study is locked before it, as in a merge of records, so that the two do not deadlock.
 */
export const requestToDecide = async (db: Db, patient: string, studyUid: string, state: DecidableState) =>
  (
    await sql<Decidable>`
      select r.request_id, r.patient_id, r.study_id, r.status, r.form_file_id, p.email, p.first_name,
             r.extended_at is not null as is_extended, r.due_on < ${todayAtSite} as is_late,
             ${isMoved} as is_moved
        from access_requests r
        join studies s on s.project_id = r.project_id and s.study_id = r.study_id
        join patients p on p.project_id = r.project_id and p.patient_id = r.patient_id
       where r.patient_id = ${patient} and s.study_uid = ${studyUid.trim()}
       order by r.status = ${state} desc, r.requested_at desc, r.request_id desc limit 1 for share of s for update of r`.execute(
      db,
    )
  ).rows[0]

/** Reminders restart with the new day. */
export const extend = (db: Db, request: string, { by, reason }: { by: string; reason: string }) =>
  sql`update access_requests set due_on = due_on + ${accessDays}::int, extended_at = now(), extended_by = ${by}, extension_reason = ${reason},
             reminded_left = null
       where request_id = ${request}`.execute(db)

/** Closes a scan that the project opens without a request; undefined if it is not open that way. */
export const insertRevocation = async (
  db: Db,
  { patient, studyUid, by, reason }: { patient: string; studyUid: string; by: string; reason: string },
) => {
  const { rows } = await sql<AccessMail>`
    with closed as (
      insert into access_requests (request_id, patient_id, study_id, status, decided_at, decided_by, reason)
      select ${uuid()}, o.patient_id, o.study_id, 'revoked', now(), ${by}, ${reason}
        from open_studies o where o.patient_id = ${patient} and o.study_uid = ${studyUid.trim()} and o.access_until is null
      returning request_id, patient_id, study_id)
    select closed.*, p.email, p.first_name from closed join patients p using (patient_id)`.execute(db)
  return rows[0]
}

/** After an approval was revoked, revokes any others for the same patient and scan: else it would stay open. */
export const revokeOthers = (db: Db, request: string, { by, reason = '' }: { by: string; reason?: string }) =>
  sql`update access_requests r set status = 'revoked', decided_by = ${by}, decided_at = now(), reason = ${reason}
        from access_requests one
       where one.request_id = ${request} and r.project_id = one.project_id and r.patient_id = one.patient_id
         and r.study_id = one.study_id and r.status = 'approved'`.execute(db)

/**
 * Writes a decision over any earlier one; the caller has locked the request and checked its state.
 * `access_until` is the last day of an approval at the site, YYYY-MM-DD; without it, what was written before stays.
 */
export const decide = (
  db: Db,
  request: string,
  decision: {
    status: 'approved' | 'declined' | 'revoked'
    by: string
    reason?: string
    ground?: RefusalGround
    access_until?: string
  },
) =>
  db
    .updateTable('access_requests')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_at: sql<string>`now()`,
      reason: decision.reason ?? '',
      ...(decision.ground ? { ground: decision.ground } : {}),
      ...(decision.access_until ? { access_until: decision.access_until } : {}),
    })
    .where('request_id', '=', request)
    .execute()
