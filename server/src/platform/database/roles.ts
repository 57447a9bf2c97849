import pg from 'pg'
import { codeOf } from '../base/unknown-error.ts'
import { locks } from './locks.ts'
import { withClient } from './with-client.ts'

export type RolePasswords = { appPassword: string; systemPassword: string }

/** fornix_app serves requests inside a scope, fornix_system sign-in and jobs. Neither owns anything nor bypasses row security. */
const roleOf = (password: string) => `login password ${pg.escapeLiteral(password)}`

export const inOneTransaction = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url }, async (client) => {
    // Otherwise two programs starting at once would update the same catalog row. The lock is per transaction: a pooler would pass a
    // session's lock on to another client.
    await client.query(`begin; select pg_advisory_xact_lock(${locks.roles})`)
    const result = await work(client)
    await client.query('commit')
    return result
  })

/** Creates a role that may log in, or sets an existing role's password; without a password an existing role keeps its own. */
export const makeRole = async (client: pg.Client, role: string, password: string | undefined) => {
  const { rows } = await client.query<{ unsafe: boolean }>(
    `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as unsafe from pg_roles where rolname = $1`,
    [role],
  )
  const [existing] = rows
  if (existing?.unsafe)
    throw new Error(
      `The database role ${role} has rights that would let it past the walls between projects. Drop them.`,
    )
  if (!existing) await client.query(`create role ${role} nosuperuser nocreatedb nocreaterole nobypassrls noreplication`)
  if (password !== undefined) await client.query(`alter role ${role} ${roleOf(password)}`)
  await client.query(`alter role ${role} set timezone = 'UTC'`)
}

/**
 * Lets the owner see every project's rows, as the jobs do: row security applies to the owner too, which could only switch it off, and a
 * migration would change no rows that it cannot see. A superuser needs nothing.
 */
export const grantOwnerAccess = async (client: pg.Client, owner: string) => {
  const { rows } = await client.query<{ needs: boolean }>(
    `select not pg_has_role($1, 'fornix_system', 'usage') as needs`,
    [owner],
  )
  if (rows[0]?.needs) await client.query(`grant fornix_system to ${client.escapeIdentifier(owner)}`)
}

/** Creates or updates the server's two roles, as the owner. Roles belong to the whole cluster, so this runs once per start. */
export const prepareRoles = (ownerUrl: string, { appPassword, systemPassword }: RolePasswords) =>
  inOneTransaction(ownerUrl, async (client) => {
    await makeRole(client, 'fornix_app', appPassword)
    await makeRole(client, 'fornix_system', systemPassword)
    const { rows } = await client.query<{ owner: string }>('select current_user as owner')
    await grantOwnerAccess(client, rows[0]?.owner ?? '')
  }).catch((error) => {
    if (codeOf(error) !== '42501') throw error
    throw new Error(
      'DATABASE_URL may not make roles. Either it is a role with CREATEROLE that owns the database, or npm run fornix -- database prepare makes roles with fewer rights, whose addresses go into DATABASE_URL and DATABASE_SYSTEM_URL.',
      { cause: error },
    )
  })

export const isSuperuser = (url: string) =>
  withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = current_user',
    )
    return rows[0]?.rolsuper ?? false
  })
