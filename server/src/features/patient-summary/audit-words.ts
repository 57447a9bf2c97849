/** What an audit row of this feature says to the patient whose record it is about. */
export const patientSummaryAuditWords = {
  'patient.summary': 'Opened the summary of your record',
}
