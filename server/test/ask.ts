import pg from 'pg'

/** One statement on a connection of its own. */
export const ask = async <Row extends pg.QueryResultRow>(connectionString: string, text: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
