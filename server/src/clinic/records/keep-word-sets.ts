import { sql } from 'kysely'
import type { Log } from '../../platform/base/log.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { broadAbove } from './patient-sets.ts'
import { recountWords } from './recount-words.ts'

const batch = 500
const inTransaction = (database: Database, work: (db: Db) => Promise<number>) =>
  database.unscoped('sets of what thousands have', work)

/**
 * Numbers records from before there were numbers; returns how many. Records first, then the count, the order that other changes of records
 * use.
 */
const numberSome = async (db: Db, project: string) => {
  const { rows } = await sql<{ patient_id: string }>`select patient_id from patients
    where project_id = ${project} and number is null limit ${batch} for update skip locked`.execute(db)
  if (rows.length === 0) return 0
  await sql`with counted as (
      update project_totals set numbered = numbered + ${rows.length} where project_id = ${project} returning numbered)
    update patients p set number = numbered - at
      from counted, unnest(${rows.map(({ patient_id }) => patient_id)}::uuid[]) with ordinality as r (patient_id, at)
     where p.project_id = ${project} and p.patient_id = r.patient_id`.execute(db)
  return rows.length
}

const isNumbered = async (database: Database, project: string, stopping?: AbortSignal) => {
  while (!stopping?.aborted && (await inTransaction(database, (db) => numberSome(db, project))) > 0);
  const unnumbered = await database.systemQuery(
    'select from patients where project_id = $1 and number is null limit 1',
    [project],
  )
  return unnumbered.length === 0
}

type Options = { above?: number; stopping?: AbortSignal | undefined }

/**
 * Makes sets for words that have come to match thousands in a project, all with the same beginning in one transaction; returns how many.
 */
export const keepWordSets = async (
  database: Database,
  project: string,
  { above = broadAbove, stopping }: Options = {},
) => {
  if (!(await isNumbered(database, project, stopping))) return 0
  let made = 0
  for (let some = 1; some > 0 && !stopping?.aborted; made += some)
    some = await inTransaction(database, async (db) => {
      const { rows } = await sql<{ beginning: string }>`select beginning from patient_word_totals
        where project_id = ${project} and patients > ${above} and not broad order by beginning limit 1`.execute(db)
      return rows[0] ? recountWords(db, project, rows[0].beginning, above) : 0
    })
  return made
}

/** Recounts all words of a project and makes their sets, for a role that has added words without the triggers. */
export const recountProject = async (database: Database, project: string) => {
  if (!(await isNumbered(database, project))) return
  const signs = await database.systemQuery<{ sign: string }>(
    `with recursive signs as (
       select left(min(word), 1) as sign from patient_words where project_id = $1
       union all select (select left(min(word), 1) from patient_words where project_id = $1 and word >= sign || U&'\\+10FFFF')
         from signs where sign is not null)
     select sign from signs where sign is not null`,
    [project],
  )
  for (const { sign } of signs) await inTransaction(database, (db) => recountWords(db, project, sign, broadAbove))
}

/** Until its set exists, a word that matches thousands is counted one by one: slower, but not wrong. */
export const startKeepingWordSets = ({ database, log }: { database: Database; log: Log }) =>
  runEvery(
    { job: 'word-sets', everyMs: 600_000, firstMs: 20_000, log, failure: 'sets of search words were not made' },
    async (stopping) => {
      const projects = await database.systemQuery<{ project_id: string }>('select project_id from projects', [])
      for (const { project_id } of projects) await keepWordSets(database, project_id, { stopping })
    },
  )
