import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const notificationRetention: TableRetention[] = [{ table: 'notifications', ofPatient: ownRows }]
