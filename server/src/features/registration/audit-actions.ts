import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const registrationAuditActions = {
  'account.register': { kind: 'rights', access: 'request', words: 'Registered the account' },
  'account.verify_email': { kind: 'rights', access: 'neutral', words: 'Confirmed the email address' },
  'account.resend_verification': { kind: 'rights', access: 'neutral', words: 'Asked for the confirmation email again' },
  'registration.compare': { kind: 'records', access: 'none', staff: 'Compared registrations with existing records' },
} satisfies AuditActions
