import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const recordMergeAuditActions = {
  'patient.compare': {
    kind: 'records',
    access: 'reading',
    words: 'Compared your record with another one',
    staff: 'Compared the record with another one',
  },
  'patient.merge': {
    kind: 'records',
    access: 'work',
    words: 'Merged another record of yours into this one',
    staff: 'Merged another record into this one',
    hasText: true,
  },
  'patient.merge_away': {
    kind: 'records',
    access: 'work',
    words: 'Merged this record of yours into another one',
    staff: 'Merged this record into another one',
    hasText: true,
  },
  'patient.undo_merge': {
    kind: 'records',
    access: 'work',
    words: 'Undid the merge of two records',
    staff: 'Undid a merge into this record',
    hasText: true,
  },
  'patient.unmerge': {
    kind: 'records',
    access: 'work',
    words: 'Separated this record again',
    staff: 'Separated the record again',
    hasText: true,
  },
  'patient.read_merged': {
    kind: 'records',
    access: 'incidental',
    words: 'Read your record while it was merged with another one',
    staff: 'Read the record while it was merged with another one',
  },
  'patient.list_merges': { kind: 'records', access: 'none', staff: 'Looked at the list of merged records' },
} satisfies AuditActions
