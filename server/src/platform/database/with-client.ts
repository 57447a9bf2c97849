import pg from 'pg'

/**
 * Work on a connection of its own. When the server goes away, what was asked of it fails, and whoever waits for that tells of it;
 * pg reports it as an event besides, which would end the program where nobody listens.
 */
export const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
