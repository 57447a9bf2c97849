import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const screeningRetention: TableRetention[] = [
  { table: 'screening_reviews', ofPatient: ownRows },
  { table: 'screenings', ofPatient: ownRows },
]
