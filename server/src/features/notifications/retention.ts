import { sql } from 'kysely'
import { ownRows, patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const notificationRetention: TableRules[] = [
  {
    table: 'notifications',
    ...patientRows('patient'),
    onMerge: {
      key: 'notification_id',
      follows: (merge) => sql`t.item_id in (select row_id::text from record_merge_rows where merge_id = ${merge})`,
    },
  },
  {
    table: 'admin_notices',
    ofPatient: ownRows,
    expires: { since: 'made_at', hours: 365 * 24 },
    onMerge: { reason: 'tell of the record that it was then' },
  },
]
