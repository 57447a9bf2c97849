import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const emailsAuditActions = {
  'email.list': {
    kind: 'emails',
    access: 'reading',
    words: 'Looked at the emails sent to you',
    staff: 'Looked at the emails sent to the patient',
  },
  'email.send': { kind: 'emails', access: 'work', words: 'Sent you an email', staff: 'Sent the patient an email' },
  'email.attachment_read': { kind: 'emails', access: 'reading', words: 'Opened an email attachment' },
} satisfies AuditActions
