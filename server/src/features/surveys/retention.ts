import { onScansOf } from '../../clinic/imaging/archive/retention.ts'
import type { TableRetention } from '../../clinic/retention/rules.ts'

export const surveyRetention: TableRetention[] = [{ table: 'surveys', ofPatient: onScansOf, before: ['studies'] }]
