/** What an audit row says in plain words. An action that is missing here fails a test, so that nothing is told as "something". */
const words: Record<string, string> = {
  'patient.read': 'Opened your profile and medical information',
  'patient.update': 'Changed your profile',
  'patient.update_medical': 'Changed your medical information',
  'document.list': 'Looked at the list of your files',
  'document.read': 'Opened a file',
  'document.upload': 'Added a file',
  'document.delete': 'Deleted a file',
  'email.list': 'Looked at the e-mails sent to you',
  'email.send': 'Wrote you an e-mail',
  'email.attachment_read': 'Opened a file that an e-mail took along',
  'form.sign': 'Signed an authorization form',
  'form.read': 'Opened a signed authorization form',
  'form.broken': 'Was refused a form that had been changed after it was signed',
  'scan.list': 'Looked at the list of your scans',
  'images.open': 'Opened a scan in the viewer',
  'images.read': 'Looked at images of a scan',
  'access.request': 'Asked for access to a scan',
  'access.approve': 'Opened a scan to you',
  'access.decline': 'Declined a request for a scan',
  'access.revoke': 'Closed a scan to you again',
  'appointment.list': 'Looked at your appointments',
  'appointment.book': 'Booked an appointment',
  'appointment.reschedule': 'Moved an appointment',
  'appointment.cancel': 'Cancelled an appointment',
  'appointment.calendar': 'Downloaded an appointment for a calendar',
  'day_sheet.read': 'Saw you on the sheet of a day’s appointments, with your medical information',
  'reimbursement.list': 'Looked at your reimbursement requests',
  'reimbursement.add': 'Added a reimbursement request',
  'reimbursement.update': 'Changed a reimbursement request',
  'reimbursement.delete': 'Deleted a reimbursement request',
  'reimbursement.read': 'Opened the receipt of a reimbursement request',
  'survey.read': 'Opened the survey',
  'survey.submit': 'Answered the survey',
  'survey.list': 'Looked at your answers to the survey',
  'contact.send': 'Wrote to us by the contact form',
  'invite.send': 'Invited you to the portal',
  'invite.accept': 'Accepted the invitation',
  'account.confirm_email': 'Confirmed a new e-mail address',
  'account.cancel_email_change': 'Cancelled a change of the e-mail address',
  'account.register': 'Registered the account',
  'account.verify_email': 'Confirmed the e-mail address',
  'account.resend_verification': 'Asked for the confirmation mail again',
  'account.reset_request': 'Asked for a link to choose a new password',
  'account.reset_complete': 'Chose a new password',
  'account.register_identity': 'Finished the sign-up',
  'account.link_identity': 'Connected another way to sign in',
  'session.start': 'Signed in',
  'session.verify': 'Began to sign in',
  'session.end': 'Signed out',
  'session.end_all': 'Signed out everywhere',
  'session.switch_project': 'Changed to another project',
}

/**
 * Rows that the log leaves out: refusals, because nothing was seen and they would tell who tried what elsewhere; the choice
 * of a record, because its opening has a row of its own; and the reading of this log.
 */
export const leftOut = ['refused', 'patient.focus', 'access_log.read']

export const wordsOf = (action: string) => words[action] ?? 'Worked with your record'
export const hasWords = (action: string) => action in words || leftOut.includes(action)
