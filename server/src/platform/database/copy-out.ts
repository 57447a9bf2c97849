import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { DatabaseClient } from './with-client.ts'

/** Rows being copied out; their count is known at the end. */
export type Copied = Readable & { rowCount: number }

const copied = (client: DatabaseClient, query: string, form: string): Copied =>
  client.query(copyTo(`copy (${query}) to stdout (${form})`))

/** A query's rows in COPY's own format, streamed. */
export const textOut = (client: DatabaseClient, query: string) => copied(client, query, 'format text')

/** A query's rows as CSV with a header, streamed. COPY takes no parameters: the text is the program's own, with values as literals. */
export const csvOut = (client: DatabaseClient, query: string) =>
  copied(client, query, 'format csv, header, force_quote *')

/** The same for a query of one JSON column: one row per line, unchanged, since JSON contains neither of these two characters. */
export const jsonLinesOut = (client: DatabaseClient, query: string) =>
  copied(client, query, `format csv, quote e'\\x01', delimiter e'\\x02'`)

/** Read-only work on one moment of the database, with times in UTC. */
export const inReadOnlySnapshot = async <T>(client: DatabaseClient, work: () => Promise<T>) => {
  await client.connect()
  try {
    await client.query(
      `begin isolation level repeatable read read only; set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex'`,
    )
    return await work()
  } finally {
    await client.end()
  }
}
