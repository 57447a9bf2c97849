import { type Screening, type ScreeningAnswers, type ScreeningFacts, screeningDays } from '@fornix/contract'
import { sql } from 'kysely'
import { newestScreening, stateAt } from '../../clinic/records/screening-state.ts'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { todayAtSite, wireTime } from '../../platform/database/sql-time.ts'
import type { Filled } from './previous-history.ts'

/** Per patient; older ones stay in the database. */
const shownAtMost = 50

export const factsOf = async (db: Db, patient: string) => {
  const { rows } = await sql<ScreeningFacts>`
    select gender, coalesce(extract(year from age(${todayAtSite}, dob))::int, age) as age
      from patients where patient_id = ${patient}`.execute(db)
  return firstRow(rows)
}

/** The newest first, each with its reviews, also the newest first. */
export const screeningsOf = async (db: Db, patient: string, reader: string, limit = shownAtMost) => {
  const { rows } = await sql<Screening>`
    select s.screening_id, s.questionnaire as version, s.answers, ${wireTime('s.filled_at')} as filled_at,
           s.filled_name as filled_by, s.filled_role,
           case when s.filled_by = ${reader} then 'reader' when s.filled_role <> 'Patient' then 'staff'
                when s.filled_by = s.patient_id or exists (select from record_merges m
                  where m.merged_id = s.filled_by and m.patient_id = s.patient_id and m.undone_at is null) then 'patient'
                else 'caregiver' end as filled_as,
           coalesce((select jsonb_agg(jsonb_build_object('decision', r.decision, 'note', r.note, 'signature', r.signature,
                       'reviewer', r.reviewer_name, 'role', r.reviewer_role, 'reviewed_at', ${wireTime('r.reviewed_at')})
                       order by r.reviewed_at desc, r.review_id desc)
                       from screening_reviews r where r.screening_id = s.screening_id), '[]') as reviews
      from screenings s where s.patient_id = ${patient}
     order by s.filled_at desc, s.screening_id desc limit ${limit}`.execute(db)
  return rows
}

type Fillable = {
  pregnant_or_nursing: string
  previous_history: string
  screenings: (Filled & { screening_id: string })[]
}
/** What answers are copied to, and all answers, the oldest first. */
export const fillableOf = async (db: Db, patient: string) => {
  const { rows } = await sql<Fillable>`
    select p.pregnant_or_nursing, p.previous_history,
           coalesce((select jsonb_agg(jsonb_build_object('screening_id', s.screening_id, 'questionnaire', s.questionnaire,
                       'answers', s.answers, 'day', to_char(s.filled_at at time zone o.time_zone, 'Mon FMDD, YYYY'))
                       order by s.filled_at, s.screening_id)
                       from screenings s where s.patient_id = p.patient_id), '[]') as screenings
      from patients p join projects o using (project_id) where p.patient_id = ${patient}`.execute(db)
  return firstRow(rows)
}

/**
 * The next visit, if the patient has to answer for it.
 * Not for one so far ahead that today's answers would have expired, and not for a later one: new answers would take away the next one's
 * clearance.
 */
export const visitToAnswerFor = async (db: Db, patient: string) => {
  const { rows } = await sql<{ start: string }>`
    select ${wireTime('a.starts_at')} as start
      from (select patient_id, project_id, starts_at from appointments
             where patient_id = ${patient} and status = 'booked' and starts_at > now() - interval '30 minutes'
             order by starts_at limit 1) a
      join patients p on p.patient_id = a.patient_id ${newestScreening}
     where a.starts_at <= now() + make_interval(days => ${screeningDays})
       and ${stateAt(sql`a.starts_at`)} in ('not_asked', 'expired')`.execute(db)
  return rows[0]?.start ?? null
}

type NewScreening = {
  screening_id: string
  patient_id: string
  questionnaire: number
  answers: ScreeningAnswers
  filled_by: string
  filled_name: string
  filled_role: string
}
export const addScreening = (db: Db, { answers, ...row }: NewScreening) =>
  db
    .insertInto('screenings')
    .values({ ...row, answers: JSON.stringify(answers) })
    .execute()

export const hasScreening = (db: Db, patient: string, id: string) =>
  exists(
    db.selectFrom('screenings').select('screening_id').where('patient_id', '=', patient).where('screening_id', '=', id),
  )

/** Whether "not cleared" is the last decision by a physician about a patient, whichever answers it was about. */
export const isStoppedByPhysician = async (db: Db, patient: string) => {
  const newest = await db
    .selectFrom('screening_reviews')
    .select('decision')
    .where('patient_id', '=', patient)
    .where('reviewer_role', '=', 'Physician')
    .orderBy('reviewed_at', 'desc')
    .orderBy('review_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.decision === 'not_cleared'
}
