import { sql } from 'kysely'

/** A timestamptz column as it goes over the wire inside JSON, where the driver does not see it: ISO 8601 with Z. */
export const wireTime = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
