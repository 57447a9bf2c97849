import { z } from 'zod'
import { callsOf } from './call.ts'
import { email, password, personName, requiredLine } from './fields.ts'
import { admins, audiences, careAreas, operators, patient, staff } from './roles.ts'
import { message, role, UserObject } from './session.ts'
import { forPatient, identityToken } from './sign-in.ts'

const defineCall = callsOf('invites')

const ofInvited = (name: 'First name' | 'Last name') =>
  personName(`${name} is required`, `${name} must contain only letters`)
const invited = email('Invalid email format')

/** One of the two shapes in which clients invite a patient; the browser's form checks what it sends with it. */
export const PatientInvite = z.object({
  firstName: ofInvited('First name'),
  lastName: ofInvited('Last name'),
  email: invited,
  mrnNumber: requiredLine('MRN number is required', 50).optional(),
  physicianName: requiredLine('Please choose a physician').optional(),
  providerId: requiredLine('Please choose a physician').optional(),
})
export type PatientInvite = z.output<typeof PatientInvite>
/** The form: number and physician may be empty, because a volunteer may have neither. Empty fields are not sent. */
export const PatientInviteForm = z.preprocess(
  (typed: Record<string, string>) => ({
    ...typed,
    mrnNumber: typed['mrnNumber'] || undefined,
    providerId: typed['providerId'] || undefined,
  }),
  PatientInvite,
)
const ShortInvite = z.object({
  first_name: ofInvited('First name'),
  last_name: ofInvited('Last name'),
  email: invited,
})

/** Every key of the shape that was sent must be filled; a refusal names it as it was sent. */
const eitherShape = z.looseObject({ email: z.string().optional() }).transform((sent, context): PatientInvite => {
  const isShort = 'first_name' in sent || 'last_name' in sent
  const checked = (isShort ? ShortInvite : PatientInvite).safeParse(sent)
  if (!checked.success) {
    for (const { path, message } of checked.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  }
  const { data } = checked
  return 'first_name' in data ? { firstName: data.first_name, lastName: data.last_name, email: data.email } : data
})

const byEmail = z.object({ email: z.string() })
const invitePatient = {
  method: 'POST',
  idempotent: true,
  allow: staff,
  limit: 'email',
  audit: 'invite.send',
  body: eitherShape,
  /** `physician_kept`: a patient invited before keeps this physician, although a different one was chosen now. */
  response: message.extend({ patient_id: z.string(), physician_kept: z.string().optional() }),
} as const
export const sendInvitation = defineCall({
  ...invitePatient,
  path: '/operator/send_invitation_email/',
  summary: 'Invite a patient by email',
})
export const sendInvitationTo = defineCall({
  ...invitePatient,
  path: '/operator/send_invitation_email/:email/',
  summary: 'Invite a patient by email, with the address in the path too',
  params: byEmail,
})

export const OperatorInvite = z.object({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: email('Please enter a valid email address.'),
  role: z.enum(operators, 'Please choose a role'),
})
export type OperatorInvite = z.output<typeof OperatorInvite>
export const inviteOperator = defineCall({
  method: 'POST',
  path: '/admin/invite_and_create_operator/',
  summary: 'Invite a provider by email',
  allow: admins,
  proof: 'fresh',
  idempotent: true,
  limit: 'email',
  audit: 'provider.invite',
  body: OperatorInvite,
  response: message.extend({ provider_id: z.string() }),
})
export const resendOperatorInvite = defineCall({
  method: 'POST',
  path: '/admin/send_email/:email/',
  summary: 'Mail an invited provider the link again',
  allow: admins,
  proof: 'fresh',
  idempotent: true,
  limit: 'email',
  audit: 'provider.invite',
  params: byEmail,
  response: message,
})

const secret = z.string().max(200)
const byInvite = z.object({ token: secret })
const open = { method: 'POST', allow: 'anyone', limit: 'signIn' } as const

/** Lets a dead link say so before the user signs in elsewhere. */
export const checkInvite = defineCall({
  ...open,
  path: '/common/api/check_invite/',
  summary: 'Open an invitation',
  audit: { none: 'shows an invitation to whoever holds its link, and changes nothing' },
  body: z.object({ invite_token: secret }),
  response: z.object({
    audience: z.enum(audiences),
    role,
    email: z.string(),
    project_name: z.string(),
    /** A provider's; a patient's are not revealed. */
    first_name: z.string().default(''),
    last_name: z.string().default(''),
    /** The patient a caregiver is to act for; empty for every other invitation. */
    patient_name: z.string().default(''),
    /** What for, and the last day, YYYY-MM-DD. */
    areas: z.array(z.enum(careAreas)).default([]),
    until: z.string().default(''),
    /** Whether a new password needs 15 characters: not if an existing account's password is asked for, or a second step guards it. */
    long_password: z.boolean().default(false),
  }),
})
export const acceptInvite = defineCall({
  ...open,
  session: 'bearer-or-cookie',
  path: '/patient/accept_invite/:token/',
  summary: 'Accept a patient’s invitation with a password',
  audit: 'invite.accept',
  params: byInvite,
  body: z.object({ password }),
  response: forPatient.extend({ project: z.uuid() }),
})

export const NewOperator = z.object({
  first_name: personName('First name is required'),
  last_name: personName('Last name is required'),
  password,
})
/** The form asks for the password twice. */
export const NewOperatorForm = NewOperator.extend({ confirm_password: z.string() }).refine(
  (form) => form.password === form.confirm_password,
  { path: ['confirm_password'], message: 'Passwords do not match' },
)
const registerOperator = {
  ...open,
  audit: 'provider.register',
  status: 201,
  params: byInvite,
  response: message,
} as const
export const createOperator = defineCall({
  ...registerOperator,
  path: '/admin/create_operator/:token/',
  summary: 'Accept a provider’s invitation with a password',
  session: 'bearer-or-cookie',
  body: NewOperator,
})
export const createOperatorByIdentity = defineCall({
  ...registerOperator,
  path: '/admin/api/authenticate/:token/',
  summary: 'Accept a provider’s invitation with an identity-provider token',
  body: identityToken,
})

// The email must be the session's record's or its verified identity's: any other is refused.
const finish = {
  method: 'POST',
  limit: 'session',
  audit: 'account.register_identity',
  body: z.object({ email: invited }),
  response: UserObject,
} as const
export const registerPatientGoogle = defineCall({
  ...finish,
  path: '/patient/register_patient_google/',
  summary: 'Finish the sign-up of an invited patient',
  allow: patient,
  care: 'any',
})
export const registerProviderGoogle = defineCall({
  ...finish,
  path: '/operator/register_provider_google/',
  summary: 'Finish the sign-up of an invited provider',
  allow: staff,
})
