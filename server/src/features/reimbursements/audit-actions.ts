import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const reimbursementsAuditActions = {
  'reimbursement.list': {
    kind: 'money',
    access: 'reading',
    words: 'Looked at your reimbursement requests',
    staff: 'Looked at the reimbursement requests',
  },
  'reimbursement.add': { kind: 'money', access: 'request', words: 'Added a reimbursement request' },
  'reimbursement.answer': {
    kind: 'money',
    access: 'request',
    words: 'Answered a question about a reimbursement request',
  },
  'reimbursement.update': { kind: 'money', access: 'work', words: 'Changed a reimbursement request' },
  'reimbursement.propose': {
    kind: 'money',
    access: 'work',
    words: 'Decided on a reimbursement request, which a second person has to confirm',
  },
  'reimbursement.confirm': {
    kind: 'money',
    access: 'work',
    words: 'Confirmed a decision on a reimbursement request as the second person',
  },
  'reimbursement.delete': { kind: 'deletions', access: 'work', words: 'Deleted a reimbursement request' },
  'reimbursement.purge': {
    kind: 'deletions',
    access: 'neutral',
    words: 'Permanently removed a deleted reimbursement request',
  },
  'reimbursement.remove_receipt': {
    kind: 'deletions',
    access: 'work',
    words: 'Removed an earlier receipt of a reimbursement request',
  },
  'reimbursement.read': { kind: 'money', access: 'reading', words: 'Opened the receipt of a reimbursement request' },
} satisfies AuditActions
