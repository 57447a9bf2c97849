import { sql } from 'kysely'
import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

/** What nobody has touched for a year, nobody works on. */
export const workQueueRetention: TableRules[] = [
  {
    table: 'work_items',
    ofPatient: ownRows,
    expires: { since: 'changed_at', hours: 365 * 24 },
    onMerge: {
      key: 'item_id',
      follows: (merge) => sql`t.item_id in (select row_id from record_merge_rows where merge_id = ${merge})`,
    },
  },
]
