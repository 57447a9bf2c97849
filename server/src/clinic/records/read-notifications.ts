import { type RawBuilder, sql } from 'kysely'
import { NIL } from 'uuid'

/** A provider has read all notifications up to their cursor, and above it those that they opened or marked one by one. */
export const isRead = (id: RawBuilder<unknown>, provider: string) => sql`(
  ${id} <= coalesce((select read_through from notification_cursors where provider_id = ${provider}), ${NIL})
  or ${id} in (select notification_id from notification_reads where provider_id = ${provider}))`
