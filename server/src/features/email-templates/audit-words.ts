/** What an audit row of this feature says to the patient whose record it is about. */
export const emailTemplatesAuditWords = { 'email.fill': 'Started an email to you' }
