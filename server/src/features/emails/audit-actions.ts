import { type ActionsByKind, reading, work } from '../../platform/audit/action-rules.ts'

export const emailsAuditActions = {
  emails: {
    'email.list': reading('Looked at the emails sent to you', { staff: 'Looked at the emails sent to the patient' }),
    'email.send': work('Sent you an email', { staff: 'Sent the patient an email' }),
    'email.attachment_read': reading('Opened an email attachment'),
  },
} satisfies ActionsByKind
