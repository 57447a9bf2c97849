import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

export type RolePasswords = { appPassword: string; systemPassword: string }

/** Makes or renews the two roles of the server. Roles belong to the whole cluster, so this runs once per start. */
export const prepareRoles = async (ownerUrl: string, { appPassword, systemPassword }: RolePasswords) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Two nodes that start at once would otherwise update the same catalogue row.
    await client.query('select pg_advisory_lock(7301)')
    for (const [role, password] of [
      ['fornix_app', appPassword],
      ['fornix_system', systemPassword],
    ] as const) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      if (!rowCount) await client.query(`create role ${role}`)
      await client.query(
        `alter role ${role} with login nosuperuser nocreatedb nocreaterole nobypassrls password ${client.escapeLiteral(password)}`,
      )
      await client.query(`alter role ${role} set timezone = 'UTC'`)
    }
  } finally {
    await client.end()
  }
}

export const knownMigrations = async () =>
  (await readdir(folder)).flatMap((name) => (name.endsWith('.sql') ? name.replace('.sql', '') : [])).sort()

const migratorOf = (db: Kysely<unknown>) => {
  const migration = async (name: string) => {
    const text = await readFile(new URL(`${name}.sql`, folder), 'utf8')
    return [name, { up: async (on: Kysely<unknown>) => void (await sql.raw(text).execute(on)) }] as const
  }
  const provider = {
    getMigrations: async () => Object.fromEntries(await Promise.all((await knownMigrations()).map(migration))),
  }
  return new Migrator({ db, provider, migrationTableSchema: 'migrations' })
}

/** Runs the SQL files that have not run yet, in order, under a lock: those up to `last`, or all. */
export const migrateOn = async (db: Kysely<unknown>, last?: string) => {
  const migrator = migratorOf(db)
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (error) throw error
}

/** The same in one transaction of its own. */
export const migrate = async (ownerUrl: string) => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  })
  try {
    await migrateOn(db)
  } finally {
    await db.destroy()
  }
}
