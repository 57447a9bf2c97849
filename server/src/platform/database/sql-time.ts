import { siteDay } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** A timestamptz column or expression in wire format, for places that the driver does not convert: ISO 8601 with Z. */
export const wireTime = (at: string | RawBuilder<unknown>) =>
  sql<string>`to_char(${typeof at === 'string' ? sql.ref(at) : at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Today's date at a project's site. */
export const todayAtSiteOf = (project: RawBuilder<unknown>) =>
  sql<string>`(now() at time zone (select time_zone from projects where project_id = ${project}))::date`
/** The same inside the project's scope: rights valid until a day end when that day is over there. */
export const todayAtSite = todayAtSiteOf(sql`current_setting('app.project_id')::uuid`)
/** The time zone of the project's site, inside its scope: an IANA name. */
export const siteZoneOf = async (db: Db) =>
  (await db.selectFrom('projects').select('time_zone').executeTakeFirstOrThrow()).time_zone
export const todayOf = async (db: Db) => siteDay(new Date(), await siteZoneOf(db))

/** The lowest id of a moment: a UUID version 7 begins with its time. */
export const idAt = (ms: number) => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
