import { type ActionsByKind, incidental, noRecord, reading, work } from '../../platform/audit/action-rules.ts'

export const recordMergeAuditActions = {
  records: {
    'patient.compare': reading('Compared your record with another one', {
      staff: 'Compared the record with another one',
    }),
    'patient.merge': work('Merged another record of yours into this one', {
      staff: 'Merged another record into this one',
      hasText: true,
    }),
    'patient.merge_away': work('Merged this record of yours into another one', {
      staff: 'Merged this record into another one',
      hasText: true,
    }),
    'patient.undo_merge': work('Undid the merge of two records', {
      staff: 'Undid a merge into this record',
      hasText: true,
    }),
    'patient.unmerge': work('Separated this record again', { staff: 'Separated the record again', hasText: true }),
    'patient.read_merged': incidental('Read your record while it was merged with another one', {
      staff: 'Read the record while it was merged with another one',
    }),
    'patient.list_merges': noRecord({ staff: 'Looked at the list of merged records' }),
  },
} satisfies ActionsByKind
