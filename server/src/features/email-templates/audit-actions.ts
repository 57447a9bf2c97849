import { type ActionsByKind, noRecord, reading } from '../../platform/audit/action-rules.ts'

export const emailTemplatesAuditActions = {
  emails: {
    'email.fill': reading('Started an email to you', { staff: 'Started an email to the patient' }),
  },
  settings: {
    'email_template.add': noRecord({ staff: 'Added an email template' }),
    'email_template.change': noRecord({ staff: 'Changed an email template' }),
    'email_template.reset': noRecord({ staff: 'Reset an email template to its standard text' }),
    'email_template.remove': noRecord({ staff: 'Removed an email template' }),
  },
} satisfies ActionsByKind
