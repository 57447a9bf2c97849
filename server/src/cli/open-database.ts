import { readConfig } from '../platform/config.ts'
import { lockDataFolder } from '../platform/data-lock.ts'
import { type Database, openDatabase } from '../platform/db.ts'
import { runningPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { derive, loadMasterKey } from '../platform/files/keys.ts'
import { migrate, prepareRoles } from '../platform/migrate.ts'
import { projectId } from '../platform/scope.ts'
import { databasePasswords } from '../platform/start.ts'
import { CommandFailed, type Context } from './command.ts'

type Opened = { config: ReturnType<typeof readConfig>; database: Database; ownerUrl: string; master: Buffer }

/** Lends the database that `npm start` or `npm run serve` uses, running or not, and closes what it opened. */
export const withDatabase = async <T>(
  { environment, complain }: Context,
  work: (opened: Opened) => Promise<T>,
  { connections = 1 } = {},
): Promise<T> => {
  const config = readConfig('demo', environment)
  for (const warning of config.warnings) complain(warning)
  // A new key beside a database of somebody else's would lock its servers out: their passwords are derived from it.
  const master = await loadMasterKey(config, { create: !config.DATABASE_URL })
  const place = { folder: `${config.dataDir}/postgres`, password: derive(master, 'database owner').toString('hex') }
  const passwords = databasePasswords(master)
  const lend = async (ownerUrl: string) => {
    const database = openDatabase({ url: ownerUrl, ...passwords, appConnections: connections, systemConnections: 2 })
    try {
      return await work({ config, database, ownerUrl, master })
    } finally {
      await database.close()
    }
  }
  const prepare = async (ownerUrl: string) => {
    await prepareRoles(ownerUrl, passwords)
    await migrate(ownerUrl)
    return ownerUrl
  }

  if (config.DATABASE_URL) return lend(await prepare(config.DATABASE_URL))
  const running = await runningPostgres(place)
  // The program that runs it has prepared it; it may be of another version than this command.
  if (running) return lend(running)
  const unlock = await lockDataFolder(config.dataDir)
  try {
    const server = await startEmbeddedPostgres(place)
    try {
      return await lend(await prepare(server.url))
    } finally {
      await server.stop()
    }
  } finally {
    await unlock()
  }
}

/** The project of that slug; fails with what to do when there is none. */
export const projectBySlug = async (database: Database, slug: string) => {
  const [row] = await database.systemQuery<{ project_id: string; name: string }>(
    'select project_id, name from projects where slug = $1',
    [slug],
  )
  if (row) return { ...row, project_id: projectId(row.project_id) }
  throw new CommandFailed(
    `There is no project ${JSON.stringify(slug)}. npm run fornix -- project create makes one, the first npm start those of the demo.`,
  )
}
