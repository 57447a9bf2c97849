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

/** Runs the SQL files that have not run yet, in order, each in a transaction, under a lock. */
export const migrate = async (ownerUrl: string) => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  })
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        await Promise.all(
          files.map(async (name) => {
            const text = await readFile(new URL(name, folder), 'utf8')
            return [
              name.replace('.sql', ''),
              { up: async (on: Kysely<unknown>) => void (await sql.raw(text).execute(on)) },
            ] as const
          }),
        ),
      ),
  }
  try {
    const { error } = await new Migrator({ db, provider, migrationTableSchema: 'migrations' }).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
