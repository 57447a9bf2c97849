/** What an audit row of this feature says to the patient whose record it is about. */
export const reimbursementsAuditWords = {
  'reimbursement.list': 'Looked at your reimbursement requests',
  'reimbursement.add': 'Added a reimbursement request',
  'reimbursement.answer': 'Answered a question about a reimbursement request',
  'reimbursement.update': 'Changed a reimbursement request',
  'reimbursement.propose': 'Decided on a reimbursement request, which a second person has to confirm',
  'reimbursement.confirm': 'Confirmed a decision on a reimbursement request as the second person',
  'reimbursement.delete': 'Deleted a reimbursement request',
  'reimbursement.purge': 'Permanently removed a deleted reimbursement request',
  'reimbursement.remove_receipt': 'Removed an earlier receipt of a reimbursement request',
  'reimbursement.read': 'Opened the receipt of a reimbursement request',
}
