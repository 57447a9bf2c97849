/** What an audit row of this feature says to the patient whose record it is about. */
export const invitesAuditWords = {
  'invite.send': 'Invited you to the portal',
  'invite.accept': 'Accepted the invitation',
}
