import { keysOf, marksIn, type PrintedForm } from '@fornix/contract'
import { invalid } from '../../platform/base/errors.ts'

/**
 * Refuses a PDF that says of itself to be another form than the one that is sealed, such as one that was drawn before a field was
 * changed, or to be several. Other programs make PDFs that say nothing, so certificate page and signature say who sent the pages.
 */
export const refuseOtherPaper = (sealed: PrintedForm, pdf: Buffer) => {
  const [printed, ...others] = marksIn(pdf.toString('latin1'))
  if (printed === undefined) return
  if (printed && others.length === 0 && keysOf(sealed).every((name) => printed[name] === sealed[name])) return
  throw invalid({
    file: 'The form that was sent shows something else than what you are signing. Please reload the page and fill it in again.',
  })
}
