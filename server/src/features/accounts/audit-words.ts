/** What an audit row of this feature says to the patient whose record it is about. */
export const accountsAuditWords = {
  'account.confirm_email': 'Confirmed a new email address',
  'account.stop_email_change': 'Stopped a change of the email address from the old address',
  'account.cancel_email_change': 'Canceled a change of the email address',
  'account.reset_request': 'Asked for a link to choose a new password',
  'account.reset_complete': 'Chose a new password',
}
