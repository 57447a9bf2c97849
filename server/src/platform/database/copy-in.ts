import { from as copyFrom } from 'pg-copy-streams'
import type { DatabaseClient } from './with-client.ts'

/** Fills a table from COPY's own format; the count of rows is known at the end. */
export const textIn = (client: DatabaseClient, table: string, columns: string[]) =>
  client.query(
    copyFrom(`copy ${table} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')}) from stdin`),
  )
