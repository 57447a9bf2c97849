/** What an audit row of this feature says to the patient whose record it is about. */
export const scansAuditWords = {
  'scan.list': 'Looked at the list of your scans',
}
