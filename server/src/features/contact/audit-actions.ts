import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const contactAuditActions = {
  'contact.send': { kind: 'emails', access: 'request', words: 'Wrote to us through the contact form' },
} satisfies AuditActions
