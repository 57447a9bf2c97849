import { onScansOf } from '../../clinic/imaging/archive/retention.ts'
import type { TableRetention } from '../../clinic/retention/rules.ts'

export const scanAccessRetention: TableRetention[] = [
  { table: 'access_requests', ofPatient: onScansOf, before: ['studies'] },
]
