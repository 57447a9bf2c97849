import { withClient } from './with-client.ts'

/** Updates the planner's statistics after a change of many rows; runs as the tables' owner. */
export const tidyTables = (ownerUrl: string, tables: readonly string[]) =>
  withClient({ connectionString: ownerUrl }, async (client) => {
    for (const table of tables) await client.query(`vacuum (analyze) ${client.escapeIdentifier(table)}`)
  })
