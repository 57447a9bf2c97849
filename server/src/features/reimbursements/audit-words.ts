/** What an audit row of this feature says to the patient whose record it is about. */
export const reimbursementsAuditWords = {
  'reimbursement.list': 'Looked at your reimbursement requests',
  'reimbursement.add': 'Added a reimbursement request',
  'reimbursement.update': 'Changed a reimbursement request',
  'reimbursement.delete': 'Deleted a reimbursement request',
  'reimbursement.purge': 'Removed a reimbursement request for good that was deleted long ago',
  'reimbursement.read': 'Opened the receipt of a reimbursement request',
}
