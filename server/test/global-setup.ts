import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrate, prepareRoles } from '../src/platform/migrate.ts'
import { testPasswords } from './passwords.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

/** One real PostgreSQL for the run, with a migrated template that each test file copies. Speed instead of durability. */
export default async ({ provide }: TestProject) => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-test-`)
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startEmbeddedPostgres({ folder: `${folder}/postgres`, password: 'owner', settings })
  await prepareRoles(server.url, testPasswords)
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  await owner.query('create database fornix_template')
  await owner.end()
  await migrate(Object.assign(new URL(server.url), { pathname: '/fornix_template' }).href)
  provide('databaseServer', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
