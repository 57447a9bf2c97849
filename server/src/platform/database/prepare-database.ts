import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { grantOwnerAccess, inOneTransaction, makeRole } from './roles.ts'
import { withClient } from './with-client.ts'

const roles = {
  DATABASE_OWNER_URL: 'fornix_migrator',
  DATABASE_URL: 'fornix_app',
  DATABASE_SYSTEM_URL: 'fornix_system',
}
type Setting = keyof typeof roles
/** Undefined for a role that already existed, whose password only its users know. */
export type PreparedAddresses = Record<Setting, string | undefined>

/**
 * Creates the three roles, each with only the rights it needs, and the database owned by the first of them; safe to repeat. The
 * administrator's own address and rights are used for nothing else.
 */
export const prepareDatabase = async (
  adminUrl: string,
  { database, newPasswords = false }: { database: string; newPasswords?: boolean },
): Promise<PreparedAddresses> => {
  const given = await inOneTransaction(adminUrl, async (client) => {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
      Object.values(roles),
    ])
    const existingRoles = new Set(rows.map(({ rolname }) => rolname))
    const passwords = new Map<string, string>()
    for (const role of Object.values(roles)) {
      if (newPasswords || !existingRoles.has(role)) passwords.set(role, randomBytes(24).toString('base64url'))
      await makeRole(client, role, passwords.get(role))
    }
    await grantOwnerAccess(client, roles.DATABASE_OWNER_URL)
    // A role that is not a superuser can create a database only for a role it belongs to.
    await client.query(`do $$ begin
      if not pg_has_role(current_user, '${roles.DATABASE_OWNER_URL}', 'usage') then
        execute format('grant ${roles.DATABASE_OWNER_URL} to %I', current_user);
      end if;
    end $$`)
    return passwords
  })
  await makeDatabase(adminUrl, database)
  const addressOf = (role: string) => {
    const password = given.get(role)
    return password && Object.assign(new URL(adminUrl), { username: role, password, pathname: `/${database}` }).href
  }
  return Object.fromEntries(
    Object.entries(roles).map(([setting, role]) => [setting, addressOf(role)]),
  ) as PreparedAddresses
}

const makeDatabase = (adminUrl: string, database: string) =>
  withClient({ connectionString: adminUrl }, async (client) => {
    const name = pg.escapeIdentifier(database)
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [database],
    )
    const [existing] = rows
    if (existing && existing.owner !== roles.DATABASE_OWNER_URL)
      throw new Error(
        `The database ${database} belongs to ${existing.owner}, and is left as it is. Choose another name with --name.`,
      )
    if (!existing)
      await client.query(`create database ${name} owner ${roles.DATABASE_OWNER_URL} template template0 encoding 'UTF8'`)
    await client.query(`revoke all on database ${name} from public`)
    await client.query(`grant connect on database ${name} to fornix_app, fornix_system`)
  })
