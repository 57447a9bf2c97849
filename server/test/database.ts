import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { roleAddresses } from '../src/platform/database/addresses.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { testPasswords } from './passwords.ts'

const at = (name: string) => Object.assign(new URL(inject('databaseServer')), { pathname: `/${name}` }).href

// Past a pooler nobody listens: that connection keeps the direct address.
const addressesOf = (name: string) => {
  const direct = roleAddresses(at(name), testPasswords)
  const { host } = new URL(inject('pooler') || at(name))
  const { appUrl, systemUrl } = roleAddresses(Object.assign(new URL(at(name)), { host }).href, testPasswords)
  return { appUrl, systemUrl, listenUrl: direct.appUrl }
}

const asOwner = async <T>(name: string, work: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: at(name) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A migrated database of one's own, gone when the file's tests are over. `owner` sees everything, as the tests' second opinion. */
export const testDatabase = async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner('postgres', (client) =>
    client.query(`create database ${name} template fornix_template strategy file_copy`),
  )
  const database = openDatabase({ ...addressesOf(name), appConnections: 8, systemConnections: 4 })
  const owners = new pg.Pool({ connectionString: at(name), idleTimeoutMillis: 0 })
  // A test may stop the server, or the connection.
  owners.on('error', () => {})
  const owner = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owners.query<Row>(text, values)).rows
  const drop = async () => {
    await database.close()
    await owners.end()
    await asOwner('postgres', (client) => client.query(`drop database ${name} with (force)`))
  }
  return { database, owner, url: at(name), drop }
}
export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>

/** An empty database, as its owner reaches it: the tests' own, or a new role that is nothing but an owner. */
export const emptyDatabase = async ({ plainOwner = false } = {}) => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const role = plainOwner ? `owner_${name}` : null
  await asOwner('postgres', async (client) => {
    if (role) await client.query(`create role ${role} login nosuperuser password 'plain'`)
    await client.query(`create database ${name} ${role ? `owner ${role}` : ''}`)
  })
  const url = role ? Object.assign(new URL(at(name)), { username: role, password: 'plain' }).href : at(name)
  const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    asOwner(name, async (client) => (await client.query<Row>(text, values)).rows)
  const drop = () =>
    asOwner('postgres', async (client) => {
      await client.query(`drop database ${name} with (force)`)
      if (role) await client.query(`drop role ${role}`)
    })
  return { url, query, drop, open: () => openDatabase({ ...roleAddresses(url, testPasswords), systemConnections: 2 }) }
}
