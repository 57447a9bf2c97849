import { withClient } from './with-client.ts'

/** Tells the planner how large the tables have become; as their owner, after a change of many rows. */
export const tidyTables = (ownerUrl: string, tables: readonly string[]) =>
  withClient({ connectionString: ownerUrl }, async (client) => {
    for (const table of tables) await client.query(`vacuum (analyze) ${client.escapeIdentifier(table)}`)
  })
