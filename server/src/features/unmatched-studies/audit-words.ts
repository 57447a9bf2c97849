/** What an audit row of this feature says to the patient whose record it is about. */
export const unmatchedStudiesAuditWords = {
  'unmatched_study.assign': 'Put a scan into your record, closed until its access is approved',
  'unmatched_study.undo': 'Took a scan out of your record again',
}
