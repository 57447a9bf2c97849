import type { Database, Db } from '@fornix/server/platform/database/db.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type PatientRow, patientRows } from './patient-rows.ts'

const batch = 2500

// Named one by one: every other column keeps its default.
const columns = sql.raw(
  `patient_id, code, email, email_key, first_name, last_name, last_key, first_key, mobile_number, address_1, address_2, city, state, zip_code,
   dob, gender, race, status, patient_type, indication, mrn_number, priority, md_review, full_coverage, recruitment_source,
   other_recruitment_source, created_at, updated_at`,
)

const insertRows = async (db: Db, project: string, rows: PatientRow[]) => {
  const words = rows.flatMap(({ patient_id, words }) => words.map((word) => ({ patient_id, word })))
  const history = rows.map(({ patient_id, status, created_at }) => ({
    patient_id,
    status,
    created_at,
    change_id: uuid(),
  }))
  await sql`insert into patients (project_id, ${columns})
    select ${project}, ${columns} from json_populate_recordset(null::patients, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
  await sql`insert into patient_words (project_id, word, patient_id)
    select ${project}, word, patient_id from json_populate_recordset(null::patient_words, ${JSON.stringify(words)}::json)`.execute(
    db,
  )
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
  await insertRows(db, project, patientRows(taken.size, taken.size + count, taken))
}

/** As addPatients, for any number: a transaction for every few thousand, and the next ones are made up meanwhile. */
export const seedPatients = async (
  database: Database,
  { project, count, report }: { project: string; count: number; report?: (done: number) => void },
) => {
  const taken = await database.unscoped('the codes in use', (db) => codesOf(db, project))
  const start = taken.size
  const rowsAt = (done: number) => patientRows(start + done, start + Math.min(done + batch, count), taken)
  let rows = rowsAt(0)
  for (let done = 0; done < count; ) {
    const inserting = database.unscoped('seed patients', (db) => insertRows(db, project, rows))
    const next = rowsAt(Math.min(done + batch, count))
    await inserting
    done += rows.length
    rows = next
    report?.(done)
  }
}
