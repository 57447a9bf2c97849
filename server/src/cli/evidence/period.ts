import type { Database } from '../../platform/database/db.ts'

export type Period = { project_id: string; time_zone: string; begins: string; ends: string }

const utc = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** From the beginning of the first day to the end of the last one, at the site. */
export const periodOf = async (
  database: Pick<Database, 'systemQuery'>,
  project_id: string,
  { from, to }: { from: string; to: string },
): Promise<Period> => {
  const [row] = await database.systemQuery<Omit<Period, 'project_id'>>(
    `select time_zone, ${utc('($2::date::timestamp at time zone time_zone)')} as begins,
            ${utc('(($3::date + 1)::timestamp at time zone time_zone)')} as ends
       from projects where project_id = $1`,
    [project_id, from, to],
  )
  if (!row) throw new Error('There is no such project.')
  return { project_id, ...row }
}
