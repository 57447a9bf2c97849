/** What an audit row of this feature says to the patient whose record it is about. */
export const noticeAuditWords = {
  'notice.choose': 'Chose which notifications to get',
  'notice.push_on': 'Turned on push notifications in a browser',
  'notice.push_off': 'Turned off push notifications in a browser',
}
