import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

/** What nobody has touched for a year, nobody works on. */
export const workQueueRetention: TableRetention[] = [
  { table: 'work_items', ofPatient: ownRows, expires: { since: 'changed_at', hours: 365 * 24 } },
]
