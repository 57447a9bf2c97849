import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const unusualAccessAuditActions = {
  'unusual_access.decide': {
    kind: 'records',
    access: 'neutral',
    words: 'Checked who opened your record, and why',
    staff: 'Decided about unusual access to the record',
    hasText: true,
  },
  'unusual_access.list': { kind: 'records', access: 'none', staff: 'Looked at unusual access' },
} satisfies AuditActions
