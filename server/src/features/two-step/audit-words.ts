/** What an audit row of this feature says to the patient whose record it is about. */
export const twoStepAuditWords = {
  'two_step.prove': 'Confirmed a sign-in with a second step',
  'two_step.add': 'Added a second step for signing in',
  'two_step.remove': 'Removed a second step for signing in',
  'two_step.undo': 'Removed a new second step with the link from the email',
  'two_step.new_codes': 'Made new recovery codes',
  'account_recovery.start': 'Asked to recover the account, because all second steps are lost',
  'account_recovery.confirm': 'Confirmed in person who you are, to recover the account',
  'account_recovery.confirm_elsewhere': 'Another clinic confirmed in person who you are, to recover the account',
  'account_recovery.stop': 'Stopped the recovery of the account',
  'account_recovery.use': 'Gave the code to finish the recovery of the account',
  'account_recovery.done': 'Recovered the account: a new second step took the place of the old ones',
}
