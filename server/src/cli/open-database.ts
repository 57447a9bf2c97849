import { addressesOf } from '../platform/database/addresses.ts'
import { type Database, openDatabase } from '../platform/database/db.ts'
import { readyDatabase } from '../platform/database/ready-database.ts'
import { prepareRoles } from '../platform/database/roles.ts'
import { projectId } from '../platform/database/scope.ts'
import { lockDataFolder } from '../platform/embedded-postgres/data-lock.ts'
import { runningPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts'
import { derive } from '../platform/files/encryption/keys.ts'
import { loadMasterKeys, type MasterKeys } from '../platform/files/encryption/master-keys.ts'
import { readConfig } from '../platform/settings/config.ts'
import { databasePasswords } from '../start-platform.ts'
import { CommandFailed, type Context } from './command.ts'

type Settings = { config: ReturnType<typeof readConfig>; masters: MasterKeys }
/** The owner's address is not there where the program runs without it. */
type Opened = Settings & { database: Database; ownerUrl: string | undefined }

/** The settings of the environment and the master key, which may be made only where nothing can be of another one. */
export const settingsOf = async (
  { environment, complain }: Context,
  { mayCreateKey }: { mayCreateKey: boolean },
): Promise<Settings> => {
  const config = readConfig('demo', environment)
  for (const warning of config.warnings) complain(warning)
  // A new key beside a database of somebody else's would lock its servers out: their passwords are derived from it.
  return {
    config,
    masters: await loadMasterKeys(config, {
      create: mayCreateKey && !config.DATABASE_URL && !config.DATABASE_OWNER_URL,
    }),
  }
}

/** `prepare` makes the roles of the server, where it is the owner who makes them. */
type By = { anotherProgram: boolean; prepare: () => Promise<void> }

/** Lends the address of the database as its owner, and starts the embedded one where no program runs it. */
export const withOwner = async <T>(
  { config, masters }: Settings,
  work: (ownerUrl: string, by: By) => Promise<T>,
): Promise<T> => {
  const lend = (ownerUrl: string, anotherProgram = false) =>
    work(ownerUrl, { anotherProgram, prepare: () => prepareRoles(ownerUrl, databasePasswords(masters.origin)) })
  if (config.DATABASE_SYSTEM_URL || config.DATABASE_OWNER_URL) {
    if (!config.DATABASE_OWNER_URL)
      throw new CommandFailed('DATABASE_OWNER_URL is missing: this command works as the owner of the database.')
    if (!config.DATABASE_SYSTEM_URL)
      throw new CommandFailed('DATABASE_URL and DATABASE_SYSTEM_URL are missing beside DATABASE_OWNER_URL.')
    return work(config.DATABASE_OWNER_URL, { anotherProgram: false, prepare: async () => {} })
  }
  if (config.DATABASE_URL) return lend(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL)
  const place = {
    folder: `${config.dataDir}/postgres`,
    password: derive(masters.origin, 'database owner').toString('hex'),
  }
  const running = await runningPostgres(place)
  if (running) return lend(running, true)
  const unlock = await lockDataFolder(config.dataDir)
  try {
    const server = await startEmbeddedPostgres(place)
    try {
      return await lend(server.url)
    } finally {
      await server.stop()
    }
  } finally {
    await unlock()
  }
}

/** Lends a database that is known to be prepared. */
export const withOpenDatabase = async <T>(
  { config, masters, ownerUrl, connections = 1 }: Settings & { ownerUrl?: string | undefined; connections?: number },
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const database = openDatabase({
    ...addressesOf(config, databasePasswords(masters.origin), ownerUrl),
    appConnections: connections,
    systemConnections: 2,
  })
  try {
    return await work({ config, database, ownerUrl, masters })
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
  const { config, masters } = settings
  const ready = (owner: () => Promise<string>) =>
    readyDatabase({ settings: config, passwords: databasePasswords(masters.origin), owner })
  if (config.DATABASE_SYSTEM_URL) {
    await ready(() => Promise.reject())
    return withOpenDatabase({ ...settings, ownerUrl: config.DATABASE_OWNER_URL, connections }, work)
  }
  return withOwner(settings, async (ownerUrl, { anotherProgram }) => {
    // The program that runs it has prepared it; it may be of another version than this command.
    if (!anotherProgram) await ready(async () => ownerUrl)
    return withOpenDatabase({ ...settings, ownerUrl, connections }, work)
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
