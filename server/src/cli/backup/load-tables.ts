import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { textIn } from '../../platform/database/copy-in.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import { decrypting } from '../../platform/files/encryption/encryption.ts'
import type { CheckedBackup } from './check-backup.ts'
import { layout, leftOut, tableCipher } from './layout.ts'
import type { BackedUpTable } from './manifest.ts'

type Needing = { name: string; needs: string[] }
type Table = Needing & { forced: boolean }

/** Every table with the tables that its rows reference. */
const allTables = `select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
    array(select distinct confrelid::regclass::text from pg_constraint
           where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as needs
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`

/** Sorts each table after the tables that its rows reference. */
export const inOrder = <T extends Needing>(tables: T[]): T[] => {
  const names = new Set(tables.map(({ name }) => name))
  const ready = tables.filter(({ needs }) => !needs.some((name) => names.has(name)))
  if (tables.length > 0 && ready.length === 0)
    throw new Error(`These tables point to each other: ${[...names].join(', ')}.`)
  const rest = tables.filter((table) => !ready.includes(table))
  return ready.length > 0 ? [...ready, ...inOrder(rest)] : []
}

/**
 * Fills the empty tables in this transaction. Row security applies to their owner where it is forced, and the triggers already ran on the
 * rows being loaded: both are off meanwhile.
 */
export const loadTables = async (client: DatabaseClient, { folder, manifest, key }: CheckedBackup) => {
  const { rows: tables } = await client.query<Table>(allTables)
  const each = async (statement: (name: string) => string, of = tables) => {
    if (of.length > 0) await client.query(of.map(({ name }) => statement(name)).join(';'))
  }
  await each((name) => `alter table ${name} disable trigger user, no force row level security`)
  for (const { name } of inOrder(tables)) {
    const table = manifest.tables.find((backedUp) => backedUp.name === name)
    // Older backups contain fresh proofs without the sessions they belong to.
    if (table && leftOut[name] !== 'true')
      await loadTable(
        client,
        table,
        createReadStream(layout(folder).table(name)),
        tableCipher(key, manifest.backup_id, name),
      )
  }
  await each((name) => `alter table ${name} enable trigger user`)
  await each(
    (name) => `alter table ${name} force row level security`,
    tables.filter(({ forced }) => forced),
  )
}

const loadTable = async (
  client: DatabaseClient,
  { name, columns, rows }: BackedUpTable,
  source: NodeJS.ReadableStream,
  cipher: ReturnType<typeof tableCipher>,
) => {
  const target = textIn(client, name, columns)
  await pipeline(source, decrypting(...cipher), target)
  if (target.rowCount !== rows) throw new Error(`Of ${rows} rows of ${name} ${target.rowCount} came back.`)
}
