import { randomInt } from 'node:crypto'
import { isEmail, type PatientStatus } from '@fornix/contract'
import { type Insertable, sql } from 'kysely'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database/db.ts'
import { type PatientId, patientId } from '../../platform/database/scope.ts'
import { todayAtSiteOf } from '../../platform/database/sql-time.ts'
import type { Patients } from '../../platform/database/tables.ts'
import { emailKey } from './email-key.ts'
import { patientWords, wordsVersion } from './patient-words.ts'
import { fold } from './search-words.ts'

// Only characters that are not confused when read aloud or from paper: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
const alphabet = '34679ACDEFGHJKMNPQRTWXY'
const codePattern = /^P-[0-9A-Z]{6}$/

/** Short, speakable and not guessable, such as `P-7K3QX9`. */
export const newPatientCode = () =>
  `P-${Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

type Made = 'patient_id' | 'code' | 'email_key' | 'last_key' | 'first_key' | 'words_version' | 'project_id' | 'status'
export type NewPatient = Omit<Insertable<Patients>, Made> & {
  project_id: string
  status: PatientStatus
  /** The id of its registration; otherwise a new one. */
  patient_id?: string
  /** The author of the first status; by default the patient. */
  author?: string
}

/** The columns by which lists are sorted; they change with the names. */
export const nameKeys = ({ first_name, last_name }: { first_name: string; last_name: string }) => ({
  last_key: fold(last_name),
  first_key: fold(first_name),
})

const searchable = ['first_name', 'last_name', 'email', 'code', 'mrn_number', 'mobile_number', 'dob'] as const

/**
 * Adds a record with its search words and its first status. The email of a record that is not deleted breaks the index `patients_email`.
 */
export const addPatient = async (db: Db, { author, patient_id = uuid(), ...fields }: NewPatient) => {
  const { project_id, first_name, last_name, status, status_comment } = fields
  for (;;) {
    const added = await db
      .insertInto('patients')
      .values({
        ...fields,
        ...nameKeys(fields),
        patient_id,
        code: newPatientCode(),
        email_key: emailKey(fields.email),
        words_version: wordsVersion,
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'code']).doNothing())
      .returning(searchable)
      .executeTakeFirst()
    if (!added) continue
    await sql`
      with history as (
        insert into patient_status_history (project_id, patient_id, change_id, status, comment, author)
        values (${project_id}, ${patient_id}, ${uuid()}, ${status}, ${status_comment ?? ''}, ${author ?? `${first_name} ${last_name}`})
      ) ${insertWords(project_id, patient_id, added)}`.execute(db)
    return { patient_id, code: added.code }
  }
}

/** Includes the names and the preceding word, which a trigger would otherwise add to each row afterwards. */
const insertWords = (project: string, patient: string, record: Parameters<typeof patientWords>[0]) => {
  const { last_key, first_key } = nameKeys(record)
  const words = patientWords(record).sort()
  return sql`insert into patient_words (project_id, patient_id, last_key, first_key, word, word_before)
    select ${project}, ${patient}, ${last_key}, ${first_key}, word, before
      from unnest(${words}::text[], ${['', ...words.slice(0, -1)]}::text[]) as w (word, before)`
}

/** Rebuilds the search words after a change of what they are made from. */
export const reindexPatient = async (db: Db, id: string) => {
  const { project_id, ...record } = await db
    .selectFrom('patients')
    .select(['project_id', ...searchable])
    .where('patient_id', '=', id)
    .executeTakeFirstOrThrow()
  const words = patientWords(record)
  // One statement cannot delete a word and insert the same one, so only the difference is written.
  await sql`
    with gone as (delete from patient_words where patient_id = ${id} and word <> all (${words}::text[])),
         done as (update patients set words_version = ${wordsVersion} where patient_id = ${id} and words_version < ${wordsVersion})
    ${insertWords(project_id, id, record)} on conflict do nothing`.execute(db)
}

export type FoundPatient = { patient: PatientId; code: string; name: string; email: string }

/**
 * The record, unless it is deleted, that an email, a patient id or an internal id names.
 * Its shape alone decides which of these it is, so that no key can mean two people.
 * Only for a scoped `db`: the system role would look into every project.
 */
export const findPatient = (db: Db, key: string) => find(db, key, 'is')
/** Like `findPatient`, among the deleted; of several with one address, the last. */
export const findDeletedPatient = (db: Db, key: string) => find(db, key, 'is not')
/** A second click finds what the first one deleted. */
export const findPatientOrDeleted = async (db: Db, key: string) =>
  (await findPatient(db, key)) ?? findDeletedPatient(db, key)

const find = async (db: Db, key: string, deleted: 'is' | 'is not'): Promise<FoundPatient | null> => {
  const named = namedBy(key)
  if (!named) return null
  const row = await db
    .selectFrom('patients')
    .select(['patient_id', 'code', 'email', 'first_name', 'last_name'])
    .where(named.column, '=', named.value)
    .where('deleted_at', deleted, null)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? {
        patient: patientId(row.patient_id),
        code: row.code,
        email: row.email,
        name: `${row.first_name} ${row.last_name}`,
      }
    : null
}

/** The column in which a key is looked up. */
export const namedBy = (key: string) => {
  const text = key.trim()
  if (isUuid(text)) return { column: 'patient_id', value: text.toLowerCase() } as const
  if (codePattern.test(text.toUpperCase())) return { column: 'code', value: text.toUpperCase() } as const
  if (isEmail(text)) return { column: 'email_key', value: emailKey(text) } as const
  return null
}

const siteDay = todayAtSiteOf(sql`p.project_id`)
/** The age of a patient `p` on the site's current day, or as written if the date of birth is unknown. */
export const ageAtSite = sql`coalesce(extract(year from age(${siteDay}, p.dob))::int, p.age)`

/** Whole years from a date of birth, `YYYY-MM-DD`. */
export const ageFrom = (dob: string, today = new Date()) => {
  const [year = 0, month = 0, day = 0] = dob.split('-').map(Number)
  const before =
    today.getUTCMonth() + 1 < month || (today.getUTCMonth() + 1 === month && today.getUTCDate() < day) ? 1 : 0
  return Math.max(0, today.getUTCFullYear() - year - before)
}
