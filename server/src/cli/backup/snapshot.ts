import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tablesOfFiles } from '../../clinic/retention/tables-of-files.ts'
import { beginAnchorLog } from '../../platform/anchors/anchor-log.ts'
import type { AuditKeys } from '../../platform/anchors/audit-key.ts'
import { headLine } from '../../platform/anchors/write-heads.ts'
import { textOut } from '../../platform/database/copy-out.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import { encrypting } from '../../platform/files/encryption/encryption.ts'
import { layout, leftOut, tableCipher } from './layout.ts'
import type { BackedUpTable } from './manifest.ts'
import { measure, type Part, writePart } from './part.ts'

type Key = { key: Uint8Array; backup_id: string }

/** The same value always gives the same text, whatever the servers' settings. */
export const plainFormat = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 3; set local client_encoding = 'UTF8'`

const tableNames = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
const columnsOf = `select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns
  from pg_attribute where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped and attgenerated = ''
  group by attrelid order by 1`
/** What this way of reading would silently leave out. */
const unseen = `select relname as name from pg_class c where relnamespace = 'public'::regnamespace
   and (relkind in ('p', 'S') or relkind = 'r' and relrowsecurity and not exists (
     select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and current_user = any(p.roles) and p.qual = 'true'))`

/** Runs work in one transaction that sees a single moment of the database, while others keep writing. */
export const inSnapshot = async <T>(client: DatabaseClient, work: (tables: string[]) => Promise<T>) => {
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(tableNames)
    const tables = rows.map(({ name }) => client.escapeIdentifier(name))
    await client.query(`begin isolation level repeatable read read only; ${plainFormat}`)
    // Taken before the first query, which sets the moment: a migration about to change a table waits, or is already included.
    await client.query(`lock table ${tables.join(', ')} in access share mode`)
    const hidden = (await client.query<{ name: string }>(unseen)).rows.map(({ name }) => name)
    if (hidden.length > 0) throw new Error(`These cannot be backed up as a whole: ${hidden.join(', ')}.`)
    return await work(tables)
  } finally {
    await client.end()
  }
}

export const copyTables = async (client: DatabaseClient, tables: string[], folder: string, { key, backup_id }: Key) => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(columnsOf, [tables])
  const copied: BackedUpTable[] = []
  await mkdir(layout(folder).tables, { mode: 0o700 })
  for (const { name, columns } of rows.filter(({ name }) => leftOut[name] !== 'true')) {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const source = textOut(client, `select ${list} from ${name} where not (${leftOut[name] ?? 'false'})`)
    const part = await writePart(layout(folder).table(name), source, encrypting(...tableCipher(key, backup_id, name)))
    copied.push({ name, columns, rows: source.rowCount, ...part })
  }
  return copied
}

/** Writes the keys of all stored files that have a row, or of one project's, to a file, one per line: there may be millions. */
export const copyStorageKeys = (client: DatabaseClient, path: string, project?: string) => {
  const which = project ? ` where project_id = ${client.escapeLiteral(project)}` : ''
  const keys = tablesOfFiles.map((table) => `select storage_key from ${table}${which}`).join(' union all ')
  return writePart(path, textOut(client, `${keys} order by 1`))
}

export const appliedMigrations = async (client: Pick<DatabaseClient, 'query'>) =>
  (await client.query<{ name: string }>('select name from migrations.applied order by name')).rows.map(
    ({ name }) => name,
  )

/** The heads anchored before the snapshot, and the snapshot's own heads in a new log: all of them are in the snapshot. */
export const copyAnchors = async (client: DatabaseClient, path: string, keys: AuditKeys | null): Promise<Part> => {
  if (!keys) return measure(createReadStream(path))
  const { rows } = await client.query<{ project_id: string; seq: string; hash: Buffer }>(
    'select project_id, seq, hash from audit_heads order by project_id',
  )
  const log = await beginAnchorLog(path, keys)
  await log.write(rows.map((head) => headLine({ ...head, seq: Number(head.seq) })))
  await log.close()
  return measure(createReadStream(path))
}
