import { z } from 'zod'
import { callsOf } from './call.ts'
import { email, personName, requiredLine } from './fields.ts'
import { admins, type CareArea, careAreas, patient, staff } from './roles.ts'
import { acting, message, second_factor, UserObject } from './session.ts'

const defineCall = callsOf('caregivers')

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

/** Their names on screens and in emails. */
export const careAreaNames: Record<CareArea, string> = {
  visits: 'Visits and forms',
  files: 'Files and messages',
  images: 'Images',
  money: 'Reimbursement requests',
}

const areas = z
  .array(z.enum(careAreas))
  .min(1, 'Please choose at least one')
  .transform((chosen) => careAreas.filter((area) => chosen.includes(area)))
/** The server checks whether it has passed, by the site's own day. */
const until = z.iso.date('Please choose a date')

export const CaregiverChange = z.object({ areas, until })
export type CaregiverChange = z.output<typeof CaregiverChange>
export const NewCaregiver = CaregiverChange.extend({
  first_name: personName('First name is required'),
  last_name: personName('Last name is required'),
  email: email('Please enter a valid email address.'),
  relationship: requiredLine('Please enter the relationship', 60),
})
export type NewCaregiver = z.output<typeof NewCaregiver>

export const Caregiver = CaregiverIdentity.extend({
  invited_at: z.string(),
  /** Who invited: the patient, or somebody of the clinic. */
  invited_by: z.string(),
  accepted_at: z.string().nullable(),
  /** The email of the open invitation could not be delivered. */
  invite_failed: z.boolean().default(false),
  /** A restore held the email of the open invitation back: it may have been sent before. */
  invite_held: z.boolean().default(false),
  /** The link of the open invitation no longer works. */
  invite_expired: z.boolean().default(false),
})
export type Caregiver = z.output<typeof Caregiver>

const list = {
  method: 'GET',
  limit: 'session',
  audit: 'caregiver.list',
  response: z.object({ caregivers: z.array(Caregiver) }),
} as const
const invite = {
  method: 'POST',
  proof: 'fresh',
  limit: 'email',
  audit: 'caregiver.invite',
  body: NewCaregiver,
  response: message,
} as const
const end = { method: 'POST', idempotent: true, limit: 'session', audit: 'caregiver.end', response: message } as const
const byId = { caregiver_id: z.uuid() }
const ofRecord = { key: z.string() }
const own = { allow: patient, care: 'never' } as const

export const listMyCaregivers = defineCall({
  ...list,
  ...own,
  path: '/patient/caregivers/',
  summary: 'List one’s own caregivers',
})
export const inviteMyCaregiver = defineCall({
  ...invite,
  ...own,
  path: '/patient/caregivers/',
  summary: 'Invite a caregiver, or send the link again',
})
export const changeMyCaregiver = defineCall({
  ...own,
  method: 'POST',
  path: '/patient/caregivers/:caregiver_id/',
  summary: 'Change what a caregiver may do, and until when',
  proof: 'fresh',
  limit: 'session',
  audit: 'caregiver.change',
  params: z.object(byId),
  /** `from`: the form's values when it was opened. Later changes by others are not overwritten. */
  body: CaregiverChange.extend({ from: CaregiverChange.optional() }),
  response: message,
})
export const endMyCaregiver = defineCall({
  ...end,
  ...own,
  path: '/patient/caregivers/:caregiver_id/end/',
  summary: 'Remove a caregiver’s access',
  params: z.object(byId),
})

export const listCaregivers = defineCall({
  ...list,
  path: '/operator/caregivers/:key/',
  summary: 'List the caregivers of a patient',
  allow: staff,
  params: z.object(ofRecord),
  /** A patient with an account invites, and nobody else does. */
  response: list.response.extend({ has_account: z.boolean().default(true) }),
})
export const inviteCaregiver = defineCall({
  ...invite,
  path: '/operator/caregivers/:key/',
  summary: 'Invite a caregiver for a patient, or send the link again',
  allow: admins,
  params: z.object(ofRecord),
})
export const endCaregiver = defineCall({
  ...end,
  path: '/operator/caregivers/:key/:caregiver_id/end/',
  summary: 'Remove a caregiver’s access',
  allow: staff,
  params: z.object({ ...ofRecord, ...byId }),
})

const ofOneself = { method: 'POST', allow: patient, care: 'any', limit: 'session' } as const
/** Needs the refresh cookie beside the bearer token. */
export const actFor = defineCall({
  ...ofOneself,
  path: '/patient/act_for/',
  summary: 'Switch to acting for someone, or back',
  audit: 'session.act_for',
  /** Empty for one's own record. */
  body: z.object({ caregiver_id: z.union([z.uuid(), z.literal('')]) }),
  response: z.object({ access_token: z.string(), project: z.uuid(), user_object: UserObject, acting, second_factor }),
})
export const stopCaring = defineCall({
  ...ofOneself,
  path: '/patient/stop_caring/',
  summary: 'Stop acting for a patient',
  audit: 'caregiver.end',
  response: message,
})
