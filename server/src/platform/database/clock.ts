import type { Database } from './db.ts'

/** A time of all nodes: their own clocks may differ by minutes, and a lease must not seem over to one of them. */
export type Clock = () => Date | Promise<Date>

export const databaseClock =
  (database: Database): Clock =>
  async () => {
    const [row] = await database.systemQuery<{ now: string }>('select clock_timestamp() as now', [])
    return new Date(row?.now ?? Number.NaN)
  }
