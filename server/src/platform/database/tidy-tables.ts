import pg from 'pg'

/** Tells the planner how large the tables have become; as their owner, after a change of many rows. */
export const tidyTables = async (ownerUrl: string, tables: readonly string[]) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const table of tables) await client.query(`vacuum (analyze) ${client.escapeIdentifier(table)}`)
  } finally {
    await client.end()
  }
}
