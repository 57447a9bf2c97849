/** What an audit row of this feature says to the patient whose record it is about. */
export const formsAuditWords = {
  'form.sign': 'Signed an authorization form',
  'form.countersign': 'Countersigned an authorization form for the clinic',
  'form.read': 'Opened a signed authorization form',
  'form.export': 'Exported a signed authorization form to check it',
  'form.broken': 'Could not open a form that was changed after it was signed',
}
