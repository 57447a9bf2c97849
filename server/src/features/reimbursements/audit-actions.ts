import { type ActionsByKind, neutral, reading, request, work } from '../../platform/audit/action-rules.ts'

export const reimbursementsAuditActions = {
  money: {
    'reimbursement.list': reading('Looked at your reimbursement requests', {
      staff: 'Looked at the reimbursement requests',
    }),
    'reimbursement.add': request('Added a reimbursement request'),
    'reimbursement.answer': request('Answered a question about a reimbursement request'),
    'reimbursement.update': work('Changed a reimbursement request'),
    'reimbursement.propose': work('Decided on a reimbursement request, which a second person has to confirm'),
    'reimbursement.confirm': work('Confirmed a decision on a reimbursement request as the second person'),
    'reimbursement.read': reading('Opened the receipt of a reimbursement request'),
  },
  deletions: {
    'reimbursement.delete': work('Deleted a reimbursement request'),
    'reimbursement.purge': neutral('Permanently removed a deleted reimbursement request'),
    'reimbursement.remove_receipt': work('Removed an earlier receipt of a reimbursement request'),
  },
} satisfies ActionsByKind
