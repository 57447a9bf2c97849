import pg from 'pg'

/** A dedicated connection. */
export type DatabaseClient = pg.Client

/**
 * Work on a dedicated connection. If the server goes away, pending queries fail, and their callers handle that; pg also emits an event,
 * which would end the program if nobody listened.
 */
export const withClient = async <T>(
  config: pg.ClientConfig,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
