import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/start.ts'
import { hasDebianPostgres, startDebianPostgres } from '../server/test/debian-postgres.ts'

/** What the tests leave out for speed. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

/** A PostgreSQL that is not the portal's own: Debian's where it is installed, else the one of npm. It is started again when it dies. */
export const startExternalPostgres = async () => {
  if (hasDebianPostgres) {
    const { folder, ...rest } = await startDebianPostgres(durable)
    return { ...rest, name: 'Debian’s PostgreSQL 15', data: `${folder}/postgres/data` }
  }
  const folder = await mkdtemp(`${tmpdir()}/fornix-drill-postgres-`)
  const { url, stop } = await startEmbeddedPostgres({ folder, password: 'owner' })
  return {
    url,
    name: 'PostgreSQL of npm',
    data: `${folder}/data`,
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
