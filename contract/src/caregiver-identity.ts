import { z } from 'zod'
import { careAreas } from './roles.ts'

/** Who may act for a patient, including invitees who have not accepted yet. */
export const CaregiverIdentity = z.object({
  caregiver_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  relationship: z.string(),
  areas: z.array(z.enum(careAreas)),
  /** YYYY-MM-DD: the last day. */
  until: z.string(),
  /** `over`: the last day has passed; setting a later one opens it again. */
  state: z.enum(['invited', 'active', 'over']),
})
