import { type ActionsByKind, noRecord, work } from '../../platform/audit/action-rules.ts'

export const unmatchedStudiesAuditActions = {
  scans: {
    'unmatched_study.assign': work('Added a scan to your record. You can open it once access is approved', {
      staff: 'Added a scan to this record',
    }),
    'unmatched_study.undo': work('Removed a scan from your record', { staff: 'Undid a decision about a scan' }),
    'unmatched_study.list': noRecord({ staff: 'Looked at the unmatched scans' }),
    'unmatched_study.reject': noRecord({ staff: 'Rejected an unmatched scan' }),
  },
  deletions: {
    'unmatched_study.purge': noRecord({ staff: 'Permanently removed a rejected scan' }),
  },
} satisfies ActionsByKind
