/** What an audit row of this feature says to the patient whose record it is about. */
export const emergencyAccessAuditWords = {
  'emergency_access.open': 'Opened your medical information in an emergency',
  'emergency_access.end': 'Ended emergency access to your record',
  'emergency_access.read': 'Looked up what was done in your record in an emergency',
  'emergency_access.review': 'Reviewed emergency access to your record',
}
