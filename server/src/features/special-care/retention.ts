import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

/** The trail has who opened a record; these rows only reported it. */
export const specialCareRetention: TableRetention[] = [
  { table: 'special_care', ofPatient: ownRows },
  { table: 'special_care_openings', ofPatient: ownRows, expires: { since: 'opened_at', hours: 365 * 24 } },
]
