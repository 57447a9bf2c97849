/** What an audit row of this feature says to the patient whose record it is about. */
export const twoStepAuditWords = {
  'two_step.prove': 'Confirmed a sign-in with a second step',
  'two_step.add': 'Added a second step for signing in',
  'two_step.remove': 'Removed a second step for signing in',
  'two_step.undo': 'Removed a new second step with the link from the email',
  'two_step.new_codes': 'Made new recovery codes',
}
