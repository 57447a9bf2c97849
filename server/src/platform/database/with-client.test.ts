import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { withClient } from './with-client.ts'

const { url, drop } = await testDatabase()
afterAll(drop)

test('a server that goes away fails what was asked of it, and nothing else', async () => {
  const work = withClient({ connectionString: url }, (client) => {
    // Without a listener, Node ends the program.
    expect(client.listenerCount('error')).toBeGreaterThan(0)
    return client.query('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(work).rejects.toThrow(/terminat/)
})
