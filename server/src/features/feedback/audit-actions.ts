import { type ActionsByKind, noRecord } from '../../platform/audit/action-rules.ts'

export const feedbackAuditActions = {
  other: {
    'feedback.submit': noRecord({ staff: 'Gave feedback on the portal' }),
  },
} satisfies ActionsByKind
