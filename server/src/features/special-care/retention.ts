import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

/** The trail has who opened a record; these rows only reported it. */
export const specialCareRetention: TableRules[] = [
  {
    table: 'special_care',
    ofPatient: ownRows,
    onMerge: { reason: 'is put on the kept record, too, and stays there after an undo' },
  },
  {
    table: 'special_care_openings',
    ofPatient: ownRows,
    expires: { since: 'opened_at', hours: 365 * 24 },
    onMerge: { reason: 'tell of the record that was opened then' },
  },
]
