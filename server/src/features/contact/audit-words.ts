/** What an audit row of this feature says to the patient whose record it is about. */
export const contactAuditWords = {
  'contact.send': 'Wrote to us through the contact form',
}
