/** What an audit row of this feature says to the patient whose record it is about. */
export const screeningAuditWords = {
  'screening.read': 'Looked at your MRI safety answers',
  'screening.submit': 'Answered the MRI safety questions',
  'screening.review': 'Reviewed your MRI safety answers',
  'screening.fill_medical': 'Copied your MRI safety answers to your medical information',
}
