export const reimbursementStatuses = [
  'Submitted',
  'Pending Approval',
  'On Hold',
  'Approved',
  'Rejected',
  'Processing',
  'Paid',
] as const
export type ReimbursementStatus = (typeof reimbursementStatuses)[number]
/** These tell the patient why. */
export const statusesWithReason: readonly ReimbursementStatus[] = ['On Hold', 'Rejected']

/** The patient is asked something, and answers. SQL repeats it. */
export const needsAnswer = (status: ReimbursementStatus) => status === 'On Hold'

/** Decisions that a second person confirms, above the project's amount. */
export const statusesForTwo: readonly ReimbursementStatus[] = ['Approved', 'Paid']

/** The clinic has agreed to an amount. */
export const statusesWithAmount: readonly ReimbursementStatus[] = ['Approved', 'Processing', 'Paid']
type Decided = { status: ReimbursementStatus; amount: string; comment: string }
/** What of a change the patient is told: the status, another question of the clinic, or another amount that was agreed to. */
export const claimNewsOf = (before: Decided, { status, amount, comment }: Decided) => {
  if (status !== before.status) return 'status'
  if (needsAnswer(status) && comment !== before.comment) return 'question'
  return statusesWithAmount.includes(status) && Number(amount) !== Number(before.amount) ? 'amount' : undefined
}

/** The request is done: its receipts can no longer be removed. */
export const closedStatuses: readonly ReimbursementStatus[] = ['Paid', 'Rejected']
