/** What an audit row of this feature says to the patient whose record it is about. */
export const accountsAuditWords = {
  'account.confirm_email': 'Confirmed a new email address',
  'account.stop_email_change': 'Stopped a change of the email address from the old address',
  'account.undo_email_change': 'Restored the old email address with a link sent to it',
  'account.hold_email_change':
    'Signed everyone out with a link sent to the old email address, which another account or record now uses',
  'account.cancel_email_change': 'Canceled a change of the email address',
  'account.reset_request': 'Asked for a link to choose a new password',
  'account.reset_complete': 'Chose a new password',
  'account.change_password': 'Changed the password',
  'account.set_language': 'Chose the language of the portal',
  'account.ask_closure': 'Asked to close the account',
  'account.take_back_closure': 'Withdrew the request to close the account',
  'account.read_closure': 'Read your request to close your account',
  'account.decline_closure': 'Declined to close the account',
}
