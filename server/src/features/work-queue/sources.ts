import { failedMailDays, formDays, newRegistrationDays, type QueueKind, screeningDays } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { selfRegistered } from '../../clinic/people/registrations.ts'
import { authorizesOn, formSignedFor } from '../../clinic/records/form-record.ts'
import { fullName, wireBirthDate } from '../../clinic/records/record-sql.ts'
import { newestScreening, stateAt } from '../../clinic/records/screening-state.ts'

/** What the caller's own rows provide; a recovery belongs to a login, which no project reads. */
export type SourceKind = Exclude<QueueKind, 'recovery'>
export type Day = { today: string; time_zone: string }

const person = sql`${fullName('p')} as name, ${wireBirthDate} as dob, p.mrn_number,
  p.code as patient_id, p.patient_id as record`
const joinPatient = (of: string) => sql`join patients p on p.project_id = ${sql.ref(`${of}.project_id`)}
  and p.patient_id = ${sql.ref(`${of}.patient_id`)} and p.deleted_at is null`
const none = sql`null::text as screening`
const endless = sql`null::timestamptz as until`

/** Booked visits from the beginning of a day at the site. */
const bookedFrom = ({ today, time_zone }: Day, days: number) => sql`a.status = 'booked'
  and a.starts_at >= (${today}::date + time '00:00') at time zone ${time_zone}
  and a.starts_at < (${today}::date + ${days}::int + time '00:00') at time zone ${time_zone}`

/** The newest step of a request is its patient's answer. */
const isAnswered = sql`(select h.answer_key is not null from reimbursement_history h
  where h.project_id = r.project_id and h.reimbursement_id = r.reimbursement_id order by h.change_id desc limit 1)`

/** The waiting items of each kind, in one shape. The first condition of each is its index's. */
export const sources: Record<SourceKind, (day: Day) => RawBuilder<unknown>> = {
  visit: (day) => sql`
    select a.appointment_id as id, a.starts_at as since, ${person}, coalesce(step.status, 'expected') as state,
           ${stateAt(sql`a.starts_at`)} as screening, '' as note, sc.good_until as until
      from appointments a ${joinPatient('a')} ${newestScreening}
      left join lateral (
        select status from visit_steps s
         where s.project_id = a.project_id and s.appointment_id = a.appointment_id and s.starts_at = a.starts_at
         order by s.made_at desc, s.step_id desc limit 1
      ) step on true
     where ${bookedFrom(day, 1)} and coalesce(step.status, 'expected') not in ('done', 'no_show')`,

  message: () => sql`
    select t.thread_id as id, t.state_at as since, ${person}, t.state, ${none}, '' as note, ${endless}
      from care_threads t ${joinPatient('t')}
     where t.state = 'open'`,

  // Most are decided: only the rest is checked for being the newest, and for its patient.
  screening: () => sql`
    select w.screening_id as id, w.filled_at as since, ${person}, '' as state, coalesce(w.decision, 'waiting') as screening, '' as note,
           w.filled_at + make_interval(days => ${screeningDays}) as until
      from (
        select s.*, (select r.decision from screening_reviews r
                      where r.project_id = s.project_id and r.screening_id = s.screening_id
                      order by r.reviewed_at desc, r.review_id desc limit 1) as decision
          from screenings s where s.filled_at > now() - make_interval(days => ${screeningDays}) offset 0
      ) w ${joinPatient('w')}
     where coalesce(w.decision, 'to_be_clarified') = 'to_be_clarified'
       and not exists (select from screenings later where later.project_id = w.project_id and later.patient_id = w.patient_id
                          and (later.filled_at, later.screening_id) > (w.filled_at, w.screening_id))`,

  form: (day) => sql`
    select distinct on (a.patient_id) a.appointment_id as id, a.starts_at as since, ${person}, '' as state, ${none}, '' as note, ${endless}
      from appointments a ${joinPatient('a')}
     where ${bookedFrom(day, formDays)}
       and ${formSignedFor(sql`(a.starts_at at time zone ${day.time_zone})::date`)} is null
     order by a.patient_id, a.starts_at`,

  countersign: ({ today }) => sql`
    select f.file_id as id, f.signed_at as since, ${person}, '' as state, ${none}, '' as note, ${endless}
      from form_signatures f ${joinPatient('f')}
     where f.needs_countersign and ${authorizesOn(sql`${today}::date`)}
       and not exists (select from form_countersignatures c where c.file_id = f.file_id)
       and exists (select from files stored where stored.file_id = f.file_id and stored.deleted_at is null)`,

  // Until the end of its last day at the site.
  request: ({ time_zone }) => sql`
    select r.request_id as id, r.requested_at as since, ${person}, case when s.patient_id = r.patient_id then '' else 'moved' end as state, ${none}, s.study_date as note,
           (r.due_on + time '23:59:59') at time zone ${time_zone} as until
      from access_requests r ${joinPatient('r')}
      join studies s on s.project_id = r.project_id and s.study_id = r.study_id
     where r.status = 'pending'`,

  // Its images may be gone from the archive: then it needs no attention.
  unmatched: () => sql`
    select m.study_id as id, m.decided_at as since, 
           trim(concat_ws(' ', split_part(m.dicom_patient_name, '^', 2), split_part(m.dicom_patient_name, '^', 1))) as name,
           regexp_replace(m.dicom_birth_date, '^(....)(..)(..)$', '\\2-\\3-\\1') as dob, m.dicom_patient_id as mrn_number, '' as patient_id, null::uuid as record, '' as state, ${none}, s.study_date as note, ${endless}
      from study_matching m join studies s on s.project_id = m.project_id and s.study_id = m.study_id
     where m.state = 'open' and s.series_uid <> ''`,

  reimbursement: () => sql`
    select r.reimbursement_id as id, r.created_at as since, ${person}, ${none}, r.amount::text as note, ${endless},
           case when r.status = 'Submitted' and ${isAnswered} then 'Answered' else r.status end as state
      from reimbursements r ${joinPatient('r')}
     where r.deleted_at is null and r.status not in ('Paid', 'Rejected')`,

  // Sent with a note: some of its recipients were refused.
  mail: () => sql`
    select e.email_id as id, e.sent_date as since, ${person}, case o.status when 'sent' then 'in_part' else '' end as state, ${none},
           e.subject as note, ${endless}
      from (
        select project_id, mail_id, status from mail_outbox where status = 'failed' and not withdrawn
        union all
        select project_id, mail_id, status from mail_outbox where status = 'sent' and last_error is not null
      ) o join patient_emails e on e.project_id = o.project_id and e.email_id = o.mail_id ${joinPatient('e')}
     where e.sent_date > now() - make_interval(days => ${failedMailDays})
       and not exists (
         select from patient_emails later join mail_outbox went on went.project_id = later.project_id and went.mail_id = later.email_id
          where later.project_id = e.project_id and later.patient_id = e.patient_id and later.sent_date > e.sent_date
            and went.status = 'sent' and went.last_error is null and (later.sent_by is not null or later.subject = e.subject))`,

  registration: () => sql`
    select p.patient_id as id, p.created_at as since, ${person}, '' as state, ${none}, '' as note, ${endless}
      from patients p
     where p.deleted_at is null and p.created_at > now() - make_interval(days => ${newRegistrationDays})
       and p.status = ${selfRegistered.status} and p.status_comment = ${selfRegistered.status_comment}`,

  closure: () => sql`
    select c.request_id as id, c.asked_at as since, ${person}, '' as state, ${none}, '' as note, ${endless}
      from closure_requests c ${joinPatient('c')}
     where c.state = 'open'`,

  // Also for a record deleted since.
  emergency: () => sql`
    select e.emergency_id as id, e.opened_at as since, ${person},
           case when e.ended_at is null and e.until > clock_timestamp() then 'open' else '' end as state, ${none},
           ${fullName('v')} as note, ${endless}
      from emergency_accesses e
      join patients p on p.project_id = e.project_id and p.patient_id = e.patient_id
      join providers v on v.project_id = e.project_id and v.provider_id = e.provider_id
     where e.finding is null`,

  // Registering in any other way also answers the invitation.
  invitation: () => sql`
    select i.invite_id as id, i.created_at as since, concat_ws(' ', coalesce(p.first_name, v.first_name), coalesce(p.last_name, v.last_name)) as name,
           ${wireBirthDate} as dob, coalesce(p.mrn_number, '') as mrn_number, coalesce(p.code, '') as patient_id,
           p.patient_id as record, coalesce(v.role, '') as state, ${none}, i.email as note, i.expires_at as until
      from invites i
      left join patients p on p.project_id = i.project_id and p.patient_id = i.patient_id and p.deleted_at is null and p.login_id is null
      left join providers v on v.project_id = i.project_id and v.provider_id = i.provider_id and v.deleted_at is null
       and v.register_status = 'Invited'
     where i.used_at is null and i.replaced_at is null and (p.patient_id is not null or v.provider_id is not null)`,
}
