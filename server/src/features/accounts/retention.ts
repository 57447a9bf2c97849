import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const accountRetention: TableRetention[] = [{ table: 'closure_requests', ofPatient: ownRows }]
