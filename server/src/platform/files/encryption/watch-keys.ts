import { hourMs } from '@fornix/contract'
import type { Log } from '../../base/log.ts'
import { runEvery } from '../../base/run-every.ts'
import type { Database } from '../../database/db.ts'
import type { MasterKeys } from './master-keys.ts'
import { lostProjectKeys } from './project-keys.ts'

type Needs = { database: Pick<Database, 'systemQuery'>; masters: MasterKeys; log: Log }

/** Reports lost keys at startup and every hour, before one of their files is needed. */
export const startWatchingKeys = ({ database, masters, log }: Needs) =>
  runEvery(
    { job: 'keys', everyMs: hourMs, firstMs: 5_000, log, failure: 'the project keys could not be looked at' },
    async () => {
      const lost = await lostProjectKeys(database, masters)
      if (lost.length > 0) log.error({ alert: 'keys', lost }, 'project keys do not open; their files cannot be read')
    },
  )
