import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { roleAddresses } from '../src/platform/database/addresses.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { prepareRoles } from '../src/platform/database/roles.ts'
import { authority } from './certificates.ts'
import { hasDebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { testPasswords } from './passwords.ts'

let folder: string
let server: Awaited<ReturnType<typeof startDebianPostgres>>
let ours: Awaited<ReturnType<typeof authority>>
let stranger: Awaited<ReturnType<typeof authority>>

beforeAll(async () => {
  if (!hasDebianPostgres) return
  folder = await mkdtemp(`${tmpdir()}/fornix-tls-`)
  ;[ours, stranger] = await Promise.all([authority(folder, 'ours'), authority(folder, 'stranger')])
  const { certificate, key } = await ours.sign('localhost')
  server = await startDebianPostgres({ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key })
  await prepareRoles(server.url, testPasswords)
})
afterAll(async () => {
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** What the server says of the connection, by way of the host name and with what is asked of its certificate. */
const encryption = async (host: string, query: Record<string, string>) => {
  const url = Object.assign(new URL(server.url), { hostname: host, search: new URLSearchParams(query).toString() })
  const database = openDatabase({ ...roleAddresses(url.href, testPasswords), systemConnections: 1 })
  try {
    return await database.systemQuery('select ssl, version from pg_stat_ssl where pid = pg_backend_pid()', [])
  } catch (error) {
    throw (error as Error).cause ?? error
  } finally {
    await database.close()
  }
}

test.skipIf(!hasDebianPostgres)('a certificate of the named authority for the named host is taken', async () => {
  const query = { sslmode: 'verify-full', sslrootcert: ours.certificate }
  expect(await encryption('localhost', query)).toEqual([{ ssl: true, version: 'TLSv1.3' }])
})

test.skipIf(!hasDebianPostgres)('another authority’s certificate is refused', async () => {
  const query = { sslmode: 'verify-full', sslrootcert: stranger.certificate }
  await expect(encryption('localhost', query)).rejects.toThrow(
    /certificate signature failure|unable to verify|self-signed/,
  )
})

test.skipIf(!hasDebianPostgres)('an authority that only the server knows is refused', async () => {
  await expect(encryption('localhost', { sslmode: 'verify-full' })).rejects.toThrow(/certificate/)
})

test.skipIf(!hasDebianPostgres)('a certificate for another host is refused', async () => {
  const query = { sslmode: 'verify-full', sslrootcert: ours.certificate }
  await expect(encryption('127.0.0.1', query)).rejects.toThrow(/does not match certificate's altnames/)
})

test('a server without TLS is refused where TLS is asked for', async () => {
  const url = Object.assign(new URL(inject('databaseServer')), { search: 'sslmode=verify-full' })
  const database = openDatabase(roleAddresses(url.href, testPasswords))
  await expect(database.systemQuery('select 1', [])).rejects.toThrow('The server does not support SSL connections')
  await database.close()
})
