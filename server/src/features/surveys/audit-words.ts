/** What an audit row of this feature says to the patient whose record it is about. */
export const surveysAuditWords = {
  'survey.read': 'Opened the survey',
  'survey.submit': 'Answered the survey',
  'survey.list': 'Looked at your answers to the survey',
}
