/** What an audit row of this feature says to the patient whose record it is about. */
export const unmatchedStudiesAuditWords = {
  'unmatched_study.assign': 'Added a scan to your record. You can open it once access is approved',
  'unmatched_study.undo': 'Removed a scan from your record',
}
