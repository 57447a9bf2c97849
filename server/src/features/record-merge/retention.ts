import { undoMergeDays } from '@fornix/contract'
import { ownRows, type TableRetention } from '../../clinic/retention/rules.ts'

export const recordMergeRetention: TableRetention[] = [
  { table: 'record_merges', patientsSee: { by: 'patient_id', caregivers: 'record' }, ofPatient: ownRows },
  // One more day, for an undo in the last minute.
  { table: 'record_merge_rows', expires: { since: 'moved_at', hours: (undoMergeDays + 1) * 24 } },
]
