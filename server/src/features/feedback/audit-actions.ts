import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const feedbackAuditActions = {
  'feedback.submit': { kind: 'other', access: 'none', staff: 'Gave feedback on the portal' },
} satisfies AuditActions
