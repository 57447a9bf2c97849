import { keysOf, marksIn, type PrintedForm } from '@fornix/contract'
import { invalid } from '../../platform/base/errors.ts'

/**
 * Refuses a PDF that says of itself to be another form than the one that is sealed, such as one that was drawn before a field was
 * changed. Other programs make PDFs that say nothing; what is sealed is shown beside them.
 */
export const refuseOtherPaper = (sealed: PrintedForm, pdf: Buffer) => {
  const names = keysOf(sealed)
  for (const printed of marksIn(pdf.toString('latin1')))
    if (!printed || names.some((name) => printed[name] !== sealed[name]))
      throw invalid({
        file: 'The form that was sent shows something else than what you are signing. Please reload the page and fill it in again.',
      })
}
