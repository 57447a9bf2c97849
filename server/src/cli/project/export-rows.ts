import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Copied, jsonLinesOut } from '../../platform/database/copy-out.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import { encrypting } from '../../platform/files/encryption/encryption.ts'
import { layout, tableCipher } from '../backup/layout.ts'
import type { BackedUpTable } from '../backup/manifest.ts'
import { writePart } from '../backup/part.ts'
import { type Rewrite, type Rewrites, rewritten } from './move-rows.ts'
import { projectTables, rowsOf } from './project-tables.ts'

type Export = { project: string; folder: string; key: Uint8Array; move_id: string; rewrites: Rewrites }

/** Writes each table of the project to a separate encrypted file, one row of JSON per line. */
export const exportRows = async (client: DatabaseClient, { project, folder, key, move_id, rewrites }: Export) => {
  await mkdir(layout(folder).tables, { mode: 0o700 })
  const exported: BackedUpTable[] = []
  for (const table of await projectTables(client)) {
    const { name, columns } = table
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const source = jsonLinesOut(
      client,
      `select row_to_json(r) from (select ${list} from ${client.escapeIdentifier(name)} where ${rowsOf(table, project)}) r`,
    )
    const lines = counted(source, rewrites[name])
    const part = await writePart(
      layout(folder).table(name),
      Readable.from(lines.all()),
      encrypting(...tableCipher(key, move_id, name)),
    )
    exported.push({ name, columns, rows: lines.count(), ...part })
  }
  return exported
}

const counted = (source: Copied, rewrite: Rewrite | undefined) => {
  let count = 0
  const all = async function* () {
    for await (const line of rewritten(source, rewrite)) {
      count++
      yield Buffer.from(`${line}\n`)
    }
  }
  return { all, count: () => count }
}
