/** What an audit row of this feature says to the patient whose record it is about. */
export const patientsAuditWords = {
  'patient.read': 'Opened your profile and medical information',
  'patient.update': 'Changed your profile',
  'patient.propose_email': 'Proposed a new email address for you, which you have to confirm',
  'patient.correct_email': 'Changed the email address of your record before you signed up',
  'patient.update_medical': 'Changed your medical information',
  'patient.delete': 'Deleted your record',
  'patient.restore': 'Restored your deleted record',
}
