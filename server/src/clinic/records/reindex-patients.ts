import type { Log } from '../../platform/base/log.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database } from '../../platform/database/db.ts'
import { reindexPatient } from './patient-record.ts'
import { wordsVersion } from './patient-words.ts'

const batch = 200

/** Rebuilds the search words of records whose words an older program made; returns the number of records. */
export const reindexStale = async (database: Database, stopping?: AbortSignal) => {
  let done = 0
  for (let more = batch; more === batch && !stopping?.aborted; done += more)
    more = await database.unscoped('make search words afresh', async (db) => {
      const stale = await db
        .selectFrom('patients')
        .select('patient_id')
        .where('words_version', '<', wordsVersion)
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { patient_id } of stale) await reindexPatient(db, patient_id)
      return stale.length
    })
  return done
}

/** Every ten minutes: during a rollout, the previous program still writes records. */
export const startReindexing = ({ database, log }: { database: Database; log: Log }) =>
  runEvery(
    { job: 'search-words', everyMs: 600_000, firstMs: 5000, log, failure: 'search words were not made afresh' },
    (stopping) => reindexStale(database, stopping),
  )
