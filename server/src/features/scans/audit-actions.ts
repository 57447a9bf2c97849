import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const scansAuditActions = {
  'scan.list': {
    kind: 'scans',
    access: 'reading',
    words: 'Looked at the list of your scans',
    staff: 'Looked at the list of scans',
  },
} satisfies AuditActions
