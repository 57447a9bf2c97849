import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const unmatchedStudiesAuditActions = {
  'unmatched_study.assign': {
    kind: 'scans',
    access: 'work',
    words: 'Added a scan to your record. You can open it once access is approved',
    staff: 'Added a scan to this record',
  },
  'unmatched_study.undo': {
    kind: 'scans',
    access: 'work',
    words: 'Removed a scan from your record',
    staff: 'Undid a decision about a scan',
  },
  'unmatched_study.list': { kind: 'scans', access: 'none', staff: 'Looked at the unmatched scans' },
  'unmatched_study.reject': { kind: 'scans', access: 'none', staff: 'Rejected an unmatched scan' },
  'unmatched_study.purge': { kind: 'deletions', access: 'none', staff: 'Permanently removed a rejected scan' },
} satisfies AuditActions
