/** What an audit row of this feature says to the patient whose record it is about. */
export const unusualAccessAuditWords = {
  'unusual_access.decide': 'Checked who opened your record, and why',
}
