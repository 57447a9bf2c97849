import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

/** Kept as long as the record: who opened it, and what the review found, is part of its history. */
export const emergencyAccessRetention: TableRules[] = [
  {
    table: 'emergency_accesses',
    ofPatient: ownRows,
    onMerge: { reason: 'tell of the record that was opened then; what one opened ends with the merge' },
  },
]
