import type { Database } from './db.ts'

/** A time shared by all nodes: their own clocks may differ by minutes, and a lease must not seem expired to one of them. */
export type Clock = () => Date | Promise<Date>

/**
 * The database's time, rounded up to the next millisecond: a Date has no microseconds, and rounded down it would be earlier than rows just
 * written, so that what is due now would not be.
 */
export const databaseClock =
  (database: Database): Clock =>
  async () => {
    const [row] = await database.systemQuery<{ now: string }>(
      "select clock_timestamp() + interval '1 millisecond' as now",
      [],
    )
    return new Date(row?.now ?? Number.NaN)
  }
