import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const notificationRetention: TableRetention[] = [
  { table: 'notifications', ofPatient: ownRows },
  { table: 'admin_notices', ofPatient: ownRows, expires: { since: 'made_at', hours: 365 * 24 } },
]
