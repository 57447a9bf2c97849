import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start.ts'

const programs = '/usr/lib/postgresql/15/bin'

/** Debian's PostgreSQL 15, the oldest that Fornix runs on, is on this machine; `npm test` installs it where it can. */
export const hasDebianPostgres = existsSync(`${programs}/postgres`)

/** Speed instead of durability. */
export const forTests = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** A cluster of Debian's PostgreSQL 15 for this run only, on the loopback. The address is its superuser's. */
export const startDebianPostgres = async (settings: Record<string, string> = {}, at?: string) => {
  const folder = at ?? (await mkdtemp(`${tmpdir()}/fornix-postgres15-`))
  const server = await startEmbeddedPostgres({
    folder: `${folder}/postgres`,
    password: 'owner',
    settings: { ...forTests, ...settings },
    programs: { postgres: `${programs}/postgres`, initdb: `${programs}/initdb`, locale: ['--locale=C.UTF-8'] },
  })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: server.url, folder, stop }
}
