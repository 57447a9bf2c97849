import { z } from 'zod'
import { maxBulk } from './limits.ts'
import { PatientIdentity } from './patient-identity.ts'

export const tooManySelected = `Please choose at most ${maxBulk} at a time`

export const patientIds = z
  .array(z.string().max(60))
  .min(1, 'Please select a patient')
  .max(maxBulk, tooManySelected)
  .transform((ids) => [...new Set(ids)])

/** The result for one of many: the patient, by name and two identifiers, and why it was not done. */
export const BulkLine = PatientIdentity.omit({ has_namesake: true }).extend({
  /** Empty if the caller's project has no such patient. */
  name: z.string(),
  dob: z.string().nullable(),
  done: z.boolean(),
  why: z.string(),
})
export type BulkLine = z.output<typeof BulkLine>
