/** What an audit row of this feature says to the patient whose record it is about. */
export const scanAccessAuditWords = {
  'access.request': 'Asked for access to a scan',
  'access.approve': 'Gave you access to a scan',
  'access.decline': 'Declined a request for access to a scan',
  'access.extend': 'Extended the time to answer a request for access to a scan',
  'access.revoke': 'Revoked your access to a scan',
}
