import { type Survey, type SurveyAnswers, surveyChangeDays } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { sameInProject } from '../../platform/database/same-in-project.ts'

/** The newest visit: a day's studies are ordered by their time. */
const latest = ['s.study_date desc', 's.study_time desc', 's.study_id desc'] as const
const answered = [
  'v.question1',
  'v.question2',
  'v.question3',
  'v.question4',
  'v.question5',
  'v.question6',
  'v.question7',
  'v.question8',
  'v.question9',
] as const
const changeableUntil = sql<string>`v.submitted_at + make_interval(days => ${surveyChangeDays})`

const studiesOf = (db: Db, patient: string) =>
  latest.reduce(
    (query, order) => query.orderBy(sql.raw(order)),
    db.selectFrom('studies as s').where('s.patient_id', '=', patient),
  )

/** The study with that UID, else the latest; undefined if the patient has none. */
export const findStudy = (db: Db, patient: string, uid: string | undefined) =>
  studiesOf(db, patient)
    .$if(uid !== undefined, (query) => query.where('s.study_uid', '=', uid ?? ''))
    .select('s.study_id')
    .limit(1)
    .executeTakeFirst()

export const surveysOf = async (db: Db, patient: string): Promise<Survey[]> => {
  const rows = await studiesOf(db, patient)
    .leftJoin('surveys as v', (join) => sameInProject(join, 'v', 's', 'study_id').on('v.patient_id', '=', patient))
    .select(['s.study_uid as study_UID', 's.study_date', ...answered])
    .select([changeableUntil.as('until'), sql<boolean>`${changeableUntil} > now()`.as('changeable')])
    .execute()
  return rows.map(({ study_UID, study_date, until, changeable, ...answers }) => ({
    study_UID,
    study_date,
    state: until === null ? 'open' : changeable ? 'changeable' : 'closed',
    answers: until === null ? null : (answers as SurveyAnswers),
    changeable_until: until,
  }))
}

/** Saves or, while that is allowed, replaces the answers; undefined if it is too late. */
export const saveSurvey = (db: Db, ids: { patient_id: string; study_id: string }, answers: SurveyAnswers) =>
  db
    .insertInto('surveys')
    .values({ ...ids, ...answers })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'patient_id', 'study_id'])
        .doUpdateSet({ ...answers, changed_at: sql<string>`now()` })
        .where(sql<boolean>`surveys.submitted_at + make_interval(days => ${surveyChangeDays}) > now()`),
    )
    .returning('study_id')
    .executeTakeFirst()

export const responsesOf = (db: Db, patient: string) =>
  db
    .selectFrom('surveys as v')
    .where('v.patient_id', '=', patient)
    .select([...answered, 'v.changed_at as date'])
    .orderBy('v.changed_at', 'desc')
    .orderBy('v.study_id')
    .execute()
