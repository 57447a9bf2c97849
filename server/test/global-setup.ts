import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/database/migrate.ts'
import { prepareRoles } from '../src/platform/database/roles.ts'
import { databaseFolder } from './database-folder.ts'
import { forTests, startDebianPostgres } from './debian-postgres.ts'
import { testPasswords } from './passwords.ts'
import { startPooler } from './pooler.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
    /** The address of a pooler before it, or nothing. */
    pooler: string
  }
}

// TEST_DATABASE_URL points the suite at another server, as its owner; TEST_POSTGRES=debian at a fresh one of Debian's PostgreSQL 15.
const startServer = async () => {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  if (process.env.TEST_POSTGRES === 'debian') return startDebianPostgres({}, await databaseFolder())
  const folder = await databaseFolder()
  const { startEmbeddedPostgres } = await import('../src/platform/embedded-postgres/start.ts')
  const server = await startEmbeddedPostgres({ folder: `${folder}/postgres`, password: 'owner', settings: forTests })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

/** One real PostgreSQL for the run, with a migrated template that each test file copies. */
export default async ({ provide }: TestProject) => {
  const server = await startServer()
  await prepareRoles(server.url, testPasswords)
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  await owner.query('drop database if exists fornix_template')
  await owner.query('create database fornix_template')
  await owner.end()
  await migrate(Object.assign(new URL(server.url), { pathname: '/fornix_template' }).href)
  provide('databaseServer', server.url)
  // TEST_POOLER=yes sends what requests and jobs ask through PgBouncer in transaction mode.
  const pooler = process.env.TEST_POOLER
    ? await startPooler(server.url, {
        fornix_app: testPasswords.appPassword,
        fornix_system: testPasswords.systemPassword,
      })
    : undefined
  provide('pooler', pooler?.url ?? '')
  return async () => {
    await pooler?.stop()
    await server.stop()
  }
}
