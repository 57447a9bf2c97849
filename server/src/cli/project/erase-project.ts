import { tablesOfFiles } from '../../clinic/retention/tables-of-files.ts'
import type { Database } from '../../platform/database/db.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import { inOrder } from '../backup/load-tables.ts'
import { staysForGood } from './import-rows.ts'
import { peopleIn, readTables, rowsOf } from './project-tables.ts'

/** The trail stays as it left, with its shipping progress; stored files are deleted some days later, with others that lost their row. */
const kept = [...staysForGood, 'audit_heads', 'audit_shipments', 'project_moves', 'file_removals']

/** Data that stays but is encrypted with a project key gets a new key before the old one is deleted. */
export type Rescue = (client: Pick<DatabaseClient, 'query'>, project: string) => Promise<void>

const erase = async (client: DatabaseClient, project: string, rescue: Rescue) => {
  const tables = (await readTables(client)).filter(({ ofProject }) => ofProject)
  const { rows } = await client.query<{ login_id: string }>(
    `select login_id from logins where login_id in (${rowsOf({ where: peopleIn(tables) }, project)})`,
  )
  for (const table of tablesOfFiles)
    await client.query(
      `insert into file_removals (project_id, storage_key) select project_id, storage_key from ${table} where project_id = $1`,
      [project],
    )
  for (const { name } of inOrder(tables.map((table) => ({ ...table, needs: among(tables, table.needs) }))).reverse())
    if (!kept.includes(name))
      await client.query(`delete from ${client.escapeIdentifier(name)} where project_id = $1`, [project])
  // A login may also be used in other projects.
  const elsewhere = tables.flatMap(({ name, logins }) =>
    logins.map(
      (login) => `and not exists (select from ${client.escapeIdentifier(name)} t where t.${login} = l.login_id)`,
    ),
  )
  const gone = await client.query(`delete from logins l where login_id = any($1) ${elsewhere.join(' ')}`, [
    rows.map(({ login_id }) => login_id),
  ])
  await rescue(client, project)
  await client.query('update project_moves set erased_at = now() where project_id = $1', [project])
  return gone.rowCount ?? 0
}

const among = (tables: { name: string }[], needs: string[]) =>
  needs.filter((need) => tables.some(({ name }) => name === need))

/** Deletes what a moved project left here, in one transaction; returns how many accounts were deleted with it. */
export const eraseProject = async (database: Database, project: string, rescue: Rescue) => {
  const client = database.dedicatedSystem()
  await client.connect()
  try {
    await client.query('begin')
    const logins = await erase(client, project, rescue)
    await client.query('commit')
    return logins
  } finally {
    await client.end()
  }
}
