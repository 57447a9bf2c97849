import { z } from 'zod'
import { roles } from './roles.ts'

export const message = z.object({ message: z.string() })
export const role = z.enum(roles)

/** The signed-in person; what a role has not is the empty string, never missing. */
export const UserObject = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  patient_id: z.string(),
  physician_name: z.string(),
  provider_id: z.string(),
  mrn_number: z.string(),
})
export type UserObject = z.output<typeof UserObject>

export const Membership = z.object({ project: z.uuid(), project_name: z.string(), role })
export type Membership = z.output<typeof Membership>
