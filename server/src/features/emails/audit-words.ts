/** What an audit row of this feature says to the patient whose record it is about. */
export const emailsAuditWords = {
  'email.list': 'Looked at the emails sent to you',
  'email.send': 'Sent you an email',
  'email.attachment_read': 'Opened an email attachment',
}
