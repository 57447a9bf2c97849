import type { Readable } from 'node:stream'
import { z } from 'zod'
import { wholeLines } from '../../platform/anchors/anchor-folder.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'

/** A transaction at the installation that receives the project. */
export type QueryClient = Pick<DatabaseClient, 'query' | 'escapeIdentifier'>

/** A row as JSON: text, numbers, lists, and bytes as `\x` and hex digits. */
const Row = z.record(z.string(), z.unknown())
export type Row = z.output<typeof Row>
/** Changes a row for its new installation; undefined for a row that does not move. */
export type Rewrite = (row: Row) => Row | undefined | Promise<Row | undefined>
/** By table. */
export type Rewrites = Partial<Record<string, Rewrite>>

export const bytesOf = (value: unknown) => Buffer.from(z.string().startsWith('\\x').parse(value).slice(2), 'hex')
export const hexOf = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
export const textOf = (value: unknown) => z.string().parse(value)

/** A table's lines, rewritten if needed; otherwise exactly as the database wrote them. */
export const rewritten = async function* (source: Readable, rewrite: Rewrite | undefined) {
  for await (const { text } of wholeLines(source)) {
    if (!rewrite) {
      yield text
      continue
    }
    const row = await rewrite(Row.parse(JSON.parse(text)))
    if (row) yield JSON.stringify(row)
  }
}
