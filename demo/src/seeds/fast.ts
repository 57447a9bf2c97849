import type { Database, Db } from '@fornix/server/platform/database/db.ts'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type PatientRow, patientRows } from './patient-rows.ts'

const batch = 5000

// Named one by one: every other column keeps its default.
const columns = sql.raw(
  `patient_id, code, email, email_key, first_name, last_name, last_key, first_key, mobile_number, address_1, address_2, city, state, zip_code,
   dob, gender, race, status, patient_type, indication, mrn_number, priority, md_review, full_coverage, recruitment_source,
   other_recruitment_source, created_at, updated_at, words_version`,
)

const insertRows = async (db: Db, project: string, rows: PatientRow[], skipTriggers = false) => {
  const history = rows.map(({ patient_id, status, created_at }) => ({
    patient_id,
    status,
    created_at,
    change_id: uuid(),
  }))
  const json = JSON.stringify(rows)
  if (skipTriggers) await sql`set local session_replication_role = replica`.execute(db)
  await sql`insert into patients (project_id, ${columns})
    select ${project}, ${columns} from json_populate_recordset(null::patients, ${json}::json)`.execute(db)
  // With all that the triggers would look up.
  const words = sql`insert into patient_words (project_id, word, patient_id, last_key, first_key, word_before)
    select ${project}, word, patient_id, last_key, first_key, coalesce(lag(word) over (partition by patient_id order by word collate "C"), '')
      from json_to_recordset(${json}::json) as r (patient_id uuid, last_key text, first_key text, words text[]), unnest(words) as word`
  await (skipTriggers ? countedWithWords(project, rows.length, words) : words).execute(db)
  await sql`insert into patient_status_history (project_id, patient_id, change_id, status, author, created_at)
    select ${project}, patient_id, change_id, status, 'Seed', created_at
      from json_populate_recordset(null::patient_status_history, ${JSON.stringify(history)}::json)`.execute(db)
}

/** What the triggers do, for all rows of a batch at once. */
const countedWithWords = (project: string, patients: number, words: RawBuilder<unknown>) => sql`
  with added as (${words} returning word, word_before),
       counted as (insert into project_totals as t (project_id, patients) values (${project}, ${patients})
         on conflict (project_id) do update set patients = t.patients + excluded.patients)
  insert into patient_word_totals as t (project_id, beginning, patients)
    select ${project}, beginning, count(*) from added, beginnings_of(word, word_before) as beginning group by beginning
    on conflict (project_id, beginning) do update set patients = t.patients + excluded.patients`

/** How many records the project ever had, and their codes: new ones must differ. */
const codesOf = async (db: Db, project: string) => {
  const rows = await db.selectFrom('patients').select('code').where('project_id', '=', project).execute()
  return new Set(rows.map(({ code }) => code))
}

/** Adds patients in the caller's transaction: without logins, mails and audit rows. */
export const addPatients = async (db: Db, project: string, count: number) => {
  const taken = await codesOf(db, project)
  await insertRows(db, project, patientRows(taken.size, taken.size + count, taken))
}

type Seed = {
  project: string
  count: number
  /** For a role that may: what the triggers do is done for all rows of a batch at once, and foreign keys are not looked up. */
  skipTriggers?: boolean | undefined
  report?: (done: number) => void
}

/** As addPatients, for any number: a transaction for every few thousand, and the next ones are made up meanwhile. */
export const seedPatients = async (database: Database, { project, count, skipTriggers, report }: Seed) => {
  const taken = await database.unscoped('the codes in use', (db) => codesOf(db, project))
  const start = taken.size
  const rowsAt = (done: number) => patientRows(start + done, start + Math.min(done + batch, count), taken)
  let rows = rowsAt(0)
  for (let done = 0; done < count; ) {
    const inserting = database.unscoped('seed patients', (db) => insertRows(db, project, rows, skipTriggers))
    const next = rowsAt(Math.min(done + batch, count))
    await inserting
    done += rows.length
    rows = next
    report?.(done)
  }
}
