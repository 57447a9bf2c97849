import { readConfig } from '../platform/config.ts'
import { lockDataFolder } from '../platform/data-lock.ts'
import { type Database, openDatabase } from '../platform/db.ts'
import { runningPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { derive, loadMasterKey } from '../platform/files/keys.ts'
import { migrate, prepareRoles } from '../platform/migrate.ts'
import { projectId } from '../platform/scope.ts'
import { databasePasswords } from '../platform/start.ts'
import { CommandFailed, type Context } from './command.ts'

type Settings = { config: ReturnType<typeof readConfig>; master: Buffer }
type Opened = Settings & { database: Database; ownerUrl: string }

/** The settings of the environment and the master key, which may be made only where nothing can be of another one. */
export const settingsOf = async (
  { environment, complain }: Context,
  { mayCreateKey }: { mayCreateKey: boolean },
): Promise<Settings> => {
  const config = readConfig('demo', environment)
  for (const warning of config.warnings) complain(warning)
  // A new key beside a database of somebody else's would lock its servers out: their passwords are derived from it.
  return { config, master: await loadMasterKey(config, { create: mayCreateKey && !config.DATABASE_URL }) }
}

/** Lends the address of the database as its owner, and starts the embedded one where no program runs it. */
export const withOwner = async <T>(
  { config, master }: Settings,
  work: (ownerUrl: string, by: { anotherProgram: boolean }) => Promise<T>,
): Promise<T> => {
  if (config.DATABASE_URL) return work(config.DATABASE_URL, { anotherProgram: false })
  const place = { folder: `${config.dataDir}/postgres`, password: derive(master, 'database owner').toString('hex') }
  const running = await runningPostgres(place)
  if (running) return work(running, { anotherProgram: true })
  const unlock = await lockDataFolder(config.dataDir)
  try {
    const server = await startEmbeddedPostgres(place)
    try {
      return await work(server.url, { anotherProgram: false })
    } finally {
      await server.stop()
    }
  } finally {
    await unlock()
  }
}

/** Lends a database that is known to be prepared. */
export const lendDatabase = async <T>(
  { config, master, ownerUrl, connections = 1 }: Settings & { ownerUrl: string; connections?: number },
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const database = openDatabase({
    url: ownerUrl,
    ...databasePasswords(master),
    appConnections: connections,
    systemConnections: 2,
  })
  try {
    return await work({ config, database, ownerUrl, master })
  } finally {
    await database.close()
  }
}

/** Lends the database that `npm start` or `npm run serve` uses, running or not, and closes what it opened. */
export const withDatabase = async <T>(
  context: Context,
  work: (opened: Opened) => Promise<T>,
  { connections = 1 } = {},
): Promise<T> => {
  const settings = await settingsOf(context, { mayCreateKey: true })
  return withOwner(settings, async (ownerUrl, by) => {
    // The program that runs it has prepared it; it may be of another version than this command.
    if (!by.anotherProgram) {
      await prepareRoles(ownerUrl, databasePasswords(settings.master))
      await migrate(ownerUrl)
    }
    return lendDatabase({ ...settings, ownerUrl, connections }, work)
  })
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
