/** What an audit row of this feature says to the patient whose record it is about. */
export const arrivalAuditWords = {
  'scan.arrived': 'Looked at upload results',
}
