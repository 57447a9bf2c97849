/** What an audit row of this feature says to the patient whose record it is about. */
export const specialCareAuditWords = {
  'special_care.read': 'Looked up whether your record has extra protection',
  'special_care.mark': 'Gave your record extra protection: admins are notified when someone opens it',
  'special_care.unmark': 'Ended the extra protection of your record',
}
