import pg from 'pg'
import type { Addresses } from './addresses.ts'

type Role = { name: string; passes: boolean; owns: boolean; isApp: boolean; isSystem: boolean }

const roleBehind = async (url: string): Promise<Role> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<Role>(
      `select rolname as name, rolsuper or rolbypassrls or rolcreaterole as passes,
              exists (select from pg_class where relowner = r.oid) as owns,
              exists (select from pg_roles where rolname = 'fornix_app' and pg_has_role(r.oid, oid, 'usage')) as "isApp",
              exists (select from pg_roles where rolname = 'fornix_system' and pg_has_role(r.oid, oid, 'usage')) as "isSystem"
         from pg_roles r where rolname = current_user`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

/**
 * Row security holds only for roles that may not pass it by. An address that was mixed up would serve all the same, without
 * its walls, so the roles behind the addresses are looked at before the first request.
 */
export const checkWalls = async ({ appUrl, systemUrl }: Addresses) => {
  const [app, system] = await Promise.all([roleBehind(appUrl), roleBehind(systemUrl)])
  const problems = [
    ...[app, system]
      .filter(({ passes, owns }) => passes || owns)
      .map(({ name }) => `${name} owns tables or may pass row security by`),
    ...(app.isSystem || !app.isApp
      ? [`${app.name} serves requests and must be fornix_app, and not fornix_system`]
      : []),
    ...(system.isSystem ? [] : [`${system.name} runs jobs and must be fornix_system`]),
  ]
  if (problems.length > 0)
    throw new Error(`The roles of the database do not keep projects apart: ${problems.join('; ')}.`)
}
