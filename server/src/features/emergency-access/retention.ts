import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

/** Kept as long as the record: who opened it, and what the review found, is part of its history. */
export const emergencyAccessRetention: TableRetention[] = [{ table: 'emergency_accesses', ofPatient: ownRows }]
