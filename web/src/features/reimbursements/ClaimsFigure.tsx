import { messages } from './messages.ts'
import { dueOf, formatMoney } from './money.ts'
import { useMyFigures } from './use-reimbursements.ts'

/** What is still to be paid, for the tile on a patient's home. */
export const ClaimsFigure = () => {
  const figures = useMyFigures()
  return figures
    ? messages.claims(formatMoney(dueOf(figures.reimbursement_amount, figures.paid_reimbursement_amount)))
    : null
}
