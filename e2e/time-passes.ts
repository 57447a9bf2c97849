import { withDatabase } from '../server/src/cli/open-database.ts'
import { detectUnusualAccess } from '../server/src/features/unusual-access/watch.ts'
import { auditActions } from '../server/src/features.ts'

/** The database of a program that runs on this folder. */
const withDatabaseOf = (dataDir: string, work: Parameters<typeof withDatabase<void>>[1]) =>
  withDatabase({ environment: { ...process.env, DATA_DIR: dataDir }, print: () => {}, complain: () => {} }, work)

/** Staff and second steps of a program that runs on this folder are as old as if they had been there for a month. */
export const monthPasses = (dataDir: string) =>
  withDatabaseOf(dataDir, async ({ database }) => {
    await database.systemQuery('update patients set dob_changed_at = null', [])
    for (const table of ['providers', 'login_factors'])
      await database.systemQuery(`update ${table} set created_at = created_at - interval '30 days'`, [])
  })

/** The access log is looked through, as every minute. */
export const minutePasses = (dataDir: string) =>
  withDatabaseOf(dataDir, ({ database }) => detectUnusualAccess({ database }, auditActions))
