/** What an audit row of this feature says to the patient whose record it is about. */
export const registrationAuditWords = {
  'account.register': 'Registered the account',
  'account.verify_email': 'Confirmed the email address',
  'account.resend_verification': 'Asked for the confirmation email again',
}
