import { patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const accountRetention: TableRules[] = [
  { table: 'closure_requests', ...patientRows('patient'), onMerge: { reason: 'are of the account' } },
]
