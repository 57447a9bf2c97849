import { sql } from 'kysely'
import type { Log } from '../../platform/base/log.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { broadAbove } from './patient-sets.ts'

const batch = 500

/** Numbers for records from before there were any; how many. The records first, then the count, as whoever changes a record does. */
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

type Options = { above?: number; most?: number; stopping?: AbortSignal | undefined }

/** Sets for the beginnings that thousands of a project have come to have, `most` of them in a transaction; how many. */
export const keepWordSets = async (
  database: Database,
  project: string,
  { above = broadAbove, most = 1, stopping }: Options = {},
) => {
  const run = (work: (db: Db) => Promise<number>) => database.unscoped('sets of what thousands have', work)
  while (!stopping?.aborted && (await run((db) => numberSome(db, project))) > 0);
  const unnumbered = await database.systemQuery(
    'select from patients where project_id = $1 and number is null limit 1',
    [project],
  )
  if (unnumbered.length > 0) return 0
  let made = 0
  for (let some = 1; some > 0 && !stopping?.aborted; made += some)
    some = await run(async (db) => {
      // It sorts for each set; the program's own setting is for a page.
      await sql`set local work_mem = '64MB'`.execute(db)
      const { rows } = await sql<{ some: number }>`select broaden(${project}, ${above}, ${most}) as some`.execute(db)
      return rows[0]?.some ?? 0
    })
  return made
}

/** What finds thousands is counted one by one until it has its set: that takes longer, and is not wrong. */
export const startKeepingWordSets = ({ database, log }: { database: Database; log: Log }) =>
  runEvery(
    { job: 'word-sets', everyMs: 600_000, firstMs: 20_000, log, failure: 'sets of search words were not made' },
    async (stopping) => {
      const projects = await database.systemQuery<{ project_id: string }>('select project_id from projects', [])
      for (const { project_id } of projects) await keepWordSets(database, project_id, { stopping })
    },
  )
