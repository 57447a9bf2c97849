import { undoMergeDays } from '@fornix/contract'
import { patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const recordMergeRetention: TableRules[] = [
  // Records merged into this one earlier go along, and return with it.
  { table: 'record_merges', ...patientRows('record'), onMerge: { key: 'merge_id' } },
  // One more day, for an undo in the last minute.
  { table: 'record_merge_rows', expires: { since: 'moved_at', hours: (undoMergeDays + 1) * 24 } },
]
