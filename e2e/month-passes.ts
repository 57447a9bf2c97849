import { withDatabase } from '../server/src/cli/open-database.ts'

/** Staff and second steps of a program that runs on this folder are as old as if they had been there for a month. */
export const monthPasses = (dataDir: string) =>
  withDatabase(
    { environment: { ...process.env, DATA_DIR: dataDir }, print: () => {}, complain: () => {} },
    async ({ database }) => {
      await database.systemQuery('update patients set dob_changed_at = null', [])
      for (const table of ['providers', 'login_factors'])
        await database.systemQuery(`update ${table} set created_at = created_at - interval '30 days'`, [])
    },
  )
