import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const careMessageRetention: TableRetention[] = [
  { table: 'care_messages', ofPatient: ownRows },
  { table: 'care_threads', ofPatient: ownRows },
]
