import { z } from 'zod'

/** What tells one patient from another wherever staff see a name. */
export const PatientIdentity = z.object({
  patient_id: z.string(),
  name: z.string(),
  /** MM-DD-YYYY; empty if unknown. */
  dob: z.string(),
  mrn_number: z.string(),
  /** Another patient of the project who is not deleted has the same name. */
  has_namesake: z.boolean().default(false),
})
export type PatientIdentity = z.output<typeof PatientIdentity>
