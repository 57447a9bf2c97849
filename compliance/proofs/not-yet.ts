import { type Line, missing } from '../line.ts'

// What is being built. Each of these becomes `met` or `partly`, with its proofs, in this one place.

const notYet =
  (what: string) =>
  (id: string, says: string): Line =>
    missing(id, says, `not yet: ${what}`)

export const emergencyAccess = notYet('there is no break-glass access with a reason and a review')
