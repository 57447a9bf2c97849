import { type ActionsByKind, neutral, noRecord, request } from '../../platform/audit/action-rules.ts'

export const registrationAuditActions = {
  rights: {
    'account.register': request('Registered the account'),
    'account.verify_email': neutral('Confirmed the email address'),
    'account.resend_verification': neutral('Asked for the confirmation email again'),
  },
  records: {
    'registration.compare': noRecord({ staff: 'Compared registrations with existing records' }),
  },
} satisfies ActionsByKind
