import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const accessLogAuditActions = {
  'access_log.read': {
    kind: 'records',
    access: 'neutral',
    words: null,
    staff: 'Looked at who opened their own record',
  },
} satisfies AuditActions
