import { z } from 'zod'
import { careAreas, roles } from './roles.ts'

export const message = z.object({ message: z.string() })
export const role = z.enum(roles)

/** The signed-in person; a field that a role lacks is the empty string, never missing. */
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

/** For a caregiver: the patient they act for, and the grant; empty for one's own record. */
export const Membership = z.object({
  project: z.uuid(),
  project_name: z.string(),
  role,
  caregiver_id: z.string().default(''),
  patient_name: z.string().default(''),
})
export type Membership = z.output<typeof Membership>

/** In a caregiver's session: who acts, and what was shared. The signed-in person is then the patient. */
export const Acting = z.object({
  caregiver_id: z.uuid(),
  name: z.string(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  email: z.string().default(''),
  areas: z.array(z.enum(careAreas)),
})
export type Acting = z.output<typeof Acting>
/** Null for users who act for themselves. */
export const acting = Acting.nullable().default(null)

/** What a session still needs before it opens anything: to show its second factor, or to set one up. */
export const second_factor = z.enum(['none', 'verify', 'enroll']).default('none')
