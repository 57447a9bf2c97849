import { badRequest } from '../../platform/base/errors.ts'

/** The error for a mailed link that does not work. */
export const linkProblem = {
  used: 'This link has already been used. Please ask for a new one.',
  replaced: 'A newer link was sent. Please open the latest email.',
  expired: 'This link has expired. Please ask for a new one.',
  unknown: 'This link is not valid. Please ask for a new one.',
}
export const linkReplaced = () => badRequest(linkProblem.replaced, 'link_replaced')
