import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const formRetention: TableRetention[] = [
  { table: 'form_countersignatures', ofPatient: ownRows, before: ['form_signatures'] },
  { table: 'form_signatures', ofPatient: ownRows },
]
