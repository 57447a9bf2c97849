import { keysOf, marksIn, type PrintedForm } from '@fornix/contract'
import { invalidFieldsError } from '../../platform/base/errors.ts'

/**
 * Refuses a PDF whose own mark names a form other than the sealed one, such as one drawn before a field was changed, or several.
 * Other programs make PDFs without a mark, so certificate page and signature say who sent the pages.
 */
export const refuseOtherPaper = (sealed: PrintedForm, pdf: Buffer) => {
  const [printed, ...others] = marksIn(pdf.toString('latin1'))
  if (printed === undefined) return
  if (printed && others.length === 0 && keysOf(sealed).every((name) => printed[name] === sealed[name])) return
  throw invalidFieldsError({
    file: 'The form that was sent shows something other than what you are signing. Please reload the page and fill it in again.',
  })
}
