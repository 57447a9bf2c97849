import { recountProject } from '@fornix/server/clinic/records/keep-word-sets.ts'
import type { Database, Db } from '@fornix/server/platform/database/db.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type PatientRow, patientRows } from './patient-rows.ts'

const batch = 5000
/** While one batch is written, the next one is made up and sent. */
const writers = 2

// Named one by one: every other column keeps its default.
const columns = sql.raw(
  `patient_id, number, code, email, email_key, first_name, last_name, last_key, first_key, mobile_number, address_1, address_2, city, state, zip_code,
   dob, gender, race, status, patient_type, indication, mrn_number, priority, md_review, full_coverage, recruitment_source,
   other_recruitment_source, created_at, updated_at, words_version`,
)

/** The next numbers of the project's patients, as their trigger would give them one by one; the first of them. */
const takeNumbers = async (db: Db, project: string, count: number) => {
  const { rows } = await sql<{ first: number }>`
    insert into project_totals as t (project_id, patients, numbered) values (${project}, 0, ${count})
      on conflict (project_id) do update set numbered = t.numbered + excluded.numbered returning numbered - ${count}::int as first`.execute(
    db,
  )
  return rows[0]?.first ?? 0
}

/** The words of a patient, and the one in front of each, as its trigger would look it up. */
const wordsOf = (row: PatientRow) => {
  const words = row.words.toSorted()
  return { words: words.join(' '), befores: ['', ...words.slice(0, -1)].join(' ') }
}

const insertRows = async (db: Db, project: string, rows: PatientRow[], first: number, skipTriggers = false) => {
  const patients = rows.map(({ words: _, ...row }, at) => ({ ...row, number: first + at }))
  const history = rows.map(({ patient_id, status, created_at }) => ({
    patient_id,
    status,
    created_at,
    change_id: uuid(),
  }))
  if (skipTriggers) await sql`set local session_replication_role = replica`.execute(db)
  await sql`insert into patients (project_id, ${columns})
    select ${project}, ${columns} from json_populate_recordset(null::patients, ${JSON.stringify(patients)}::json)`.execute(
    db,
  )
  // In the order of the index: to write them so is quicker.
  const words = rows.map(wordsOf)
  await sql`insert into patient_words (project_id, word, patient_id, last_key, first_key, word_before)
    select ${project}, word, patient_id, last_key, first_key, word_before
      from unnest(${rows.map((row) => row.patient_id)}::uuid[], ${rows.map((row) => row.last_key)}::text[], ${rows.map((row) => row.first_key)}::text[],
             ${words.map(({ words }) => words)}::text[], ${words.map(({ befores }) => befores)}::text[]) r (patient_id, last_key, first_key, words, befores),
           unnest(string_to_array(words, ' '), string_to_array(befores, ' ')) w (word, word_before)
     order by word collate "C"`.execute(db)
  if (skipTriggers)
    await sql`update project_totals set patients = patients + ${rows.length} where project_id = ${project}`.execute(db)
  await sql`insert into patient_status_history (project_id, patient_id, change_id, status, author, created_at)
    select ${project}, patient_id, change_id, status, 'Seed', created_at
      from json_populate_recordset(null::patient_status_history, ${JSON.stringify(history)}::json)`.execute(db)
}

/** How many records the project ever had, and their codes: new ones must differ. */
const codesOf = async (db: Db, project: string) => {
  const rows = await db.selectFrom('patients').select('code').where('project_id', '=', project).execute()
  return new Set(rows.map(({ code }) => code))
}

/** Adds patients in the caller's transaction: without logins, mails and audit rows. */
export const addPatients = async (db: Db, project: string, count: number) => {
  const taken = await codesOf(db, project)
  const rows = patientRows(taken.size, taken.size + count, taken)
  await insertRows(db, project, rows, await takeNumbers(db, project, count))
}

type Seed = {
  project: string
  count: number
  /** For a role that may: foreign keys are not looked up, and words are counted at the end; after an interruption, by the next seed. */
  skipTriggers?: boolean | undefined
  report?: (done: number) => void
}

/** As addPatients, for any number: a transaction for every few thousand. */
export const seedPatients = async (database: Database, { project, count, skipTriggers, report }: Seed) => {
  const taken = await database.unscoped('the codes in use', (db) => codesOf(db, project))
  const start = taken.size
  const first = await database.unscoped('numbers of the seeded', (db) => takeNumbers(db, project, count))
  let done = 0
  const batches = (function* () {
    for (let from = 0; from < count; from += batch)
      yield { from, rows: patientRows(start + from, start + Math.min(from + batch, count), taken) }
  })()
  const write = async () => {
    for (const { from, rows } of batches) {
      await database.unscoped('seed patients', (db) => insertRows(db, project, rows, first + from, skipTriggers))
      done += rows.length
      report?.(done)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  if (!skipTriggers) return
  // The planner still believes the tables to be as small as before.
  await database.systemQuery('analyze patients, patient_words', [])
  await recountProject(database, project)
}
