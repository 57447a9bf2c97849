import { type ActionsByKind, neutral, noRecord } from '../../platform/audit/action-rules.ts'

export const unusualAccessAuditActions = {
  records: {
    'unusual_access.decide': neutral('Checked who opened your record, and why', {
      staff: 'Decided about unusual access to the record',
      hasText: true,
    }),
    'unusual_access.list': noRecord({ staff: 'Looked at unusual access' }),
  },
} satisfies ActionsByKind
