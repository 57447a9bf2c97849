import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const emailTemplatesAuditActions = {
  'email.fill': {
    kind: 'emails',
    access: 'reading',
    words: 'Started an email to you',
    staff: 'Started an email to the patient',
  },
  'email_template.add': { kind: 'settings', access: 'none', staff: 'Added an email template' },
  'email_template.change': { kind: 'settings', access: 'none', staff: 'Changed an email template' },
  'email_template.reset': { kind: 'settings', access: 'none', staff: 'Reset an email template to its standard text' },
  'email_template.remove': { kind: 'settings', access: 'none', staff: 'Removed an email template' },
} satisfies AuditActions
