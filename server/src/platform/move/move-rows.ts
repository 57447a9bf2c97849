import type { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import { wholeLines } from '../anchors/anchor-folder.ts'

/** A transaction of the place that a project comes to. */
export type Asking = Pick<pg.Client, 'query' | 'escapeIdentifier'>

/** A row as JSON: texts, numbers, lists, and bytes as `\x` and hexadecimal digits. */
const Row = z.record(z.string(), z.unknown())
export type Row = z.output<typeof Row>
/** What has to be another at the other place; undefined for a row that does not go there. */
export type Rewrite = (row: Row) => Row | undefined | Promise<Row | undefined>
/** By table. */
export type Rewrites = Partial<Record<string, Rewrite>>

export const bytesOf = (value: unknown) => Buffer.from(z.string().startsWith('\\x').parse(value).slice(2), 'hex')
export const hexOf = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
export const textOf = (value: unknown) => z.string().parse(value)

/** The lines of a table, each rewritten where it has to be; the others stay what the database wrote. */
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
