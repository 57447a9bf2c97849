import { tablesOfFiles, tablesOfKeys } from '../../clinic/retention/tables-of-files.ts'
import { type Arriving, rowsIn } from './check-arrival.ts'
import type { ExistingLogins } from './match-logins.ts'
import { type QueryClient, type Rewrite, type Rewrites, rewritten } from './move-rows.ts'
import { type MovingTable, projectTables, rowsOf } from './project-tables.ts'

type Import = { arriving: Arriving; existing: ExistingLogins; rewrites: Rewrites }

const batchSize = 500

/** What a project leaves at an installation for good, and is still there when it returns. */
export const staysForGood = ['projects', 'audit_events']

/**
 * Writes all rows, as a role that row security applies to, and compares the result with what came: a row changed by a trigger, or already
 * here, ends the import.
 */
export const importRows = async (client: QueryClient, { arriving, existing, rewrites }: Import) => {
  const { manifest } = arriving
  const { project_id } = manifest.project
  const tables = await projectTables(client)
  const [here, incoming] = [tables, manifest.tables].map((of) =>
    of
      .map(({ name }) => name)
      .sort()
      .join(),
  )
  if (here !== incoming)
    throw new Error('The tables of the export are not those of this installation. Nothing was changed.')
  const sums = new Map<string, string>()
  for (const table of tables) {
    const { name, ofProject } = table
    // Removes what triggers made from earlier rows.
    if (ofProject && !staysForGood.includes(name))
      await client.query(`delete from ${client.escapeIdentifier(name)} where project_id = $1`, [project_id])
    sums.set(
      name,
      await importTable(client, table, rewritten(rowsIn(arriving, name), rewriteOf(table, existing, rewrites[name]))),
    )
  }
  for (const table of tables)
    if ((await sumHere(client, table, project_id, existing)) !== sums.get(table.name))
      throw new Error(`The rows of ${table.name} are not those that came. Nothing was changed.`)
  await refuseNamedFiles(client, project_id)
}

/** A row with another project's file could not open it, but would delete it with itself. The list of files may omit such a file. */
const refuseNamedFiles = async (client: QueryClient, project_id: string) => {
  for (const table of tablesOfFiles)
    for (const other of tablesOfKeys) {
      const { rows } = await client.query<{ storage_key: string }>(
        `select t.storage_key from ${table} t join projects p on p.project_id <> t.project_id
           join ${other} o on o.project_id = p.project_id and o.storage_key = t.storage_key
          where t.project_id = $1 limit 1`,
        [project_id],
      )
      if (rows[0])
        throw new Error(`The stored file ${rows[0].storage_key} belongs to another project here. Nothing was changed.`)
    }
}

/** Users with an account here keep it; rows that only open under the account they are bound to are left out. */
const rewriteOf = (
  { name, ofProject, logins }: MovingTable,
  existing: ExistingLogins,
  own?: Rewrite,
): Rewrite | undefined => {
  const columns = name === 'logins' ? ['login_id'] : logins
  if (existing.size === 0 || columns.length === 0) return own
  return (row) => {
    const to = columns.map((column) => [column, existing.get(String(row[column]))] as const)
    const hasAccount = to.some(([, login]) => login !== undefined)
    const isAnother = to.some(([column, login]) => login !== undefined && login !== row[column])
    if (hasAccount && !ofProject) return undefined
    if (isAnother && name === 'drafts') return undefined
    const moved = { ...row, ...Object.fromEntries(to.filter(([, login]) => login !== undefined)) }
    return own ? own(moved) : moved
  }
}

const onConflict = ({ name, columns }: MovingTable, client: QueryClient) => {
  if (name === 'audit_events') return 'on conflict do nothing'
  if (name !== 'projects') return ''
  const set = columns.map((column) => client.escapeIdentifier(column)).map((column) => `${column} = excluded.${column}`)
  return `on conflict (project_id) do update set ${set.join(', ')}`
}

const sumOf = (row: string) =>
  `count(*) || ' ' || coalesce(sum(hashtextextended(row_to_json(${row})::text, 0)::numeric), 0)`

const importTable = async (client: QueryClient, table: MovingTable, lines: AsyncGenerator<string>) => {
  const name = client.escapeIdentifier(table.name)
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const statement = `with incoming as (select * from json_populate_recordset(null::${name}, $1::json)),
    written as (insert into ${name} (${columns}) select ${columns} from incoming ${onConflict(table, client)})
    select count(*)::int as rows, coalesce(sum(hashtextextended(row_to_json(incoming)::text, 0)::numeric), 0)::text as sum from incoming`
  let [rows, sum] = [0, 0n]
  let batch: string[] = []
  const write = async () => {
    const written = await client.query<{ rows: number; sum: string }>(statement, [`[${batch.join(',')}]`])
    rows += written.rows[0]?.rows ?? 0
    sum += BigInt(written.rows[0]?.sum ?? 0)
    batch = []
  }
  for await (const line of lines) {
    batch.push(line)
    if (batch.length === batchSize) await write()
  }
  if (batch.length > 0) await write()
  return `${rows} ${sum}`
}

const sumHere = async (client: QueryClient, table: MovingTable, project: string, existing: ExistingLogins) => {
  const login = table.name === 'logins' ? 'login_id' : table.logins[0]
  const others = table.ofProject ? '' : `and ${login} <> all ($1::uuid[])`
  const { rows } = await client.query<{ sum: string }>(
    `select ${sumOf('r')} as sum from ${client.escapeIdentifier(table.name)} r where ${rowsOf(table, project)} ${others}`,
    table.ofProject ? [] : [[...existing.values()]],
  )
  return rows[0]?.sum
}
