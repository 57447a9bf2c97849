import type { Addresses } from './addresses.ts'
import { withClient } from './with-client.ts'

type Role = { name: string; passes: boolean; owns: boolean; isApp: boolean; isSystem: boolean }

/** They can read and write the files in which the tables are stored. */
const reachFiles = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program']

const roleBehind = (url: string): Promise<Role> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 5000 }, async (client) => {
    const { rows } = await client.query<Role>(
      // Rights that it can assume count as well, so every role it belongs to is checked, including itself.
      `select r.rolname as name,
              bool_or(m.rolsuper or m.rolbypassrls or m.rolcreaterole or m.rolreplication or m.rolname = any($1)) as passes,
              bool_or(exists (select from pg_class where relowner = m.oid)) as owns,
              bool_or(m.rolname = 'fornix_app') as "isApp",
              bool_or(m.rolname = 'fornix_system') as "isSystem"
         from pg_roles r join pg_roles m on pg_has_role(r.oid, m.oid, 'member')
        where r.rolname = current_user group by r.rolname`,
      [reachFiles],
    )
    return rows[0]!
  })

/**
 * Row security only holds for roles that cannot bypass it. With addresses mixed up, the server would run all the same, without isolation
 * between projects, so the roles behind the addresses are checked before the first request.
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
