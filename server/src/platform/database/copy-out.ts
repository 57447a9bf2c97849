import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A connection of its own, on which one moment of the database is read. */
export type ReadingClient = Client

/** Rows on their way out; how many there were is known at their end. */
export type Copied = Readable & { rowCount: number }

const copied = (client: Client, query: string, form: string): Copied =>
  client.query(copyTo(`copy (${query}) to stdout (${form})`))

/**
 * The rows of a query as CSV with a head, none of them held here. COPY takes no parameters: the text is the program's, with values as
 * literals.
 */
export const csvOut = (client: Client, query: string) => copied(client, query, 'format csv, header, force_quote *')

/** The same for a query of one column of JSON: a line each, as it is, since JSON holds none of these two signs. */
export const jsonLinesOut = (client: Client, query: string) =>
  copied(client, query, `format csv, quote e'\\x01', delimiter e'\\x02'`)

/** Work on one moment of the database, which is only read, with times in UTC. */
export const inReadOnlySnapshot = async <T>(client: Client, work: () => Promise<T>) => {
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
