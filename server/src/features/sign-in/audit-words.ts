/** What an audit row of this feature says to the patient whose record it is about. */
export const signInAuditWords = {
  'account.register_identity': 'Finished the sign-up',
  'account.link_identity': 'Connected another way to sign in',
  'session.start': 'Signed in',
  'session.verify': 'Started to sign in',
  'session.end': 'Signed out',
  'session.end_all': 'Signed out everywhere',
  'session.switch_project': 'Changed to another project',
}
