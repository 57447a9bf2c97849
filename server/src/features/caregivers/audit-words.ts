/** What an audit row of this feature says to the patient whose record it is about. */
export const caregiverAuditWords = {
  'caregiver.list': 'Looked at who may act for you',
  'caregiver.invite': 'Invited someone to act for you',
  'caregiver.change': 'Changed what someone may do for you',
  'caregiver.end': 'Removed someone’s permission to act for you',
  'session.act_for': 'Switched to another person',
}
