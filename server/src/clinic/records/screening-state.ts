import { type ScreeningState, screeningDays } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { wireTime } from '../../platform/database/sql-time.ts'

/**
 * Joins as `sc`, to each patient `p`, the newest answers about MR safety, and the newest decision about them.
 * Until they are reviewed, earlier findings against a scan still count: new answers alone do not clear anyone.
 * A physician's "not cleared" counts until a physician decides otherwise, also if the answers of two records were merged.
 */
export const newestScreening = sql`left join lateral (
  select s.screening_id, s.questionnaire, s.answers, s.filled_at + make_interval(days => ${screeningDays}) as good_until,
         coalesce((select nullif(nullif(r.decision, 'cleared'), 'to_be_clarified') from screening_reviews r
                    where r.project_id = s.project_id and r.patient_id = s.patient_id and r.reviewer_role = 'Physician'
                    order by r.reviewed_at desc, r.review_id desc limit 1),
                  (select r.decision from screening_reviews r
                    where r.project_id = s.project_id and r.screening_id = s.screening_id
                    order by r.reviewed_at desc, r.review_id desc limit 1),
                  (select nullif(r.decision, 'cleared') from screening_reviews r
                    where r.project_id = s.project_id and r.patient_id = s.patient_id
                    order by r.reviewed_at desc, r.review_id desc limit 1)) as decision
    from screenings s where s.project_id = p.project_id and s.patient_id = p.patient_id
   order by s.filled_at desc, s.screening_id desc limit 1) sc on true`

/**
 * The state of the patient of `newestScreening` at a moment, such as the visit's. A finding against a scan does not expire; a question
 * about answers does, with the answers.
 */
export const stateAt = (at: RawBuilder<unknown>) => sql<ScreeningState>`case
  when sc.screening_id is null then 'not_asked'
  when sc.decision = 'not_cleared' then sc.decision
  when sc.good_until < ${at} then 'expired'
  else coalesce(sc.decision, 'waiting') end`

export const goodUntil = wireTime('sc.good_until')

type CurrentState = { id: string | null; state: ScreeningState; good_until: string | null; outdated: boolean | null }
/** A patient's state at a moment; default now. */
export const screeningOf = async (db: Db, patient: string, at?: string) => {
  const moment = at === undefined ? sql`now()` : sql`${at}::timestamptz`
  const { rows } = await sql<CurrentState>`
    select sc.screening_id as id, ${stateAt(moment)} as state, ${goodUntil} as good_until, sc.good_until < ${moment} as outdated
      from patients p ${newestScreening} where p.patient_id = ${patient}`.execute(db)
  return firstRow(rows)
}
