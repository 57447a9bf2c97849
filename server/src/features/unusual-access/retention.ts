import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

/** The trail itself stays; the findings about it are needed as long as somebody may ask. */
export const unusualAccessRetention: TableRules[] = [
  {
    table: 'unusual_access',
    ofPatient: ownRows,
    expires: { since: 'last_at', hours: 2 * 365 * 24 },
    onMerge: { reason: 'tell of the record that was read then' },
  },
]
