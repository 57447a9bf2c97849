import { z } from 'zod'
import { callsOf } from './call.ts'
import { email } from './fields.ts'
import { acting, Membership, message, role, second_factor, UserObject } from './session.ts'

const defineCall = callsOf('sign-in')

const credentials = z.object({
  email: email('Invalid email format'),
  password: z.string().min(1, 'Password is required').max(256),
})
export const forPatient = z.object({
  access_token: z.string(),
  patient: UserObject,
  memberships: z.array(Membership),
  email_verified: z.boolean(),
  /** The patient's language in the portal, such as `es`; empty if unknown. */
  language: z.string().default(''),
  acting,
  second_factor,
})
const ofStaff = { access_token: z.string(), memberships: z.array(Membership), role, second_factor }
export const forOperator = z.object({ ...ofStaff, operator: UserObject })
export const forAdmin = z.object({ ...ofStaff, admin: UserObject })
const entry = { method: 'POST', allow: 'anyone', limit: 'signIn', audit: 'session.start' } as const

const byPassword = { ...entry, constantTime: true } as const
export const loginPatient = defineCall({
  ...byPassword,
  path: '/patient/login/',
  summary: 'Sign a patient in with email and password',
  body: credentials,
  response: forPatient,
})
export const loginOperator = defineCall({
  ...byPassword,
  path: '/operator/login/',
  summary: 'Sign a provider in with email and password',
  body: credentials,
  response: forOperator,
})
export const loginAdmin = defineCall({
  ...byPassword,
  path: '/admin/login/',
  summary: 'Sign an admin in with username or email and password',
  response: forAdmin,
  body: z.object({
    username: z.string().trim().min(1, 'Username is required').max(254),
    password: z.string().min(1, 'Password is required').max(256),
  }),
})

export const identityToken = z.object({ token: z.string().min(1).max(8192) })
/** The `id_token` says when the provider asked the user; without it the sign-in is not a fresh proof. */
const signInToken = identityToken.extend({ id_token: z.string().max(8192).optional() })
export const verifyIdentity = defineCall({
  ...entry,
  path: '/common/api/verify/',
  summary: 'Look up the project and role of an identity-provider token',
  audit: 'session.verify',
  body: identityToken.extend({ invite_token: z.string().max(200).optional() }),
  response: z.object({ project: z.uuid(), role, memberships: z.array(Membership) }),
})
export const authenticatePatient = defineCall({
  ...entry,
  path: '/patient/api/authenticate/',
  summary: 'Sign a patient in with an identity-provider token',
  body: signInToken,
  response: forPatient,
})
export const authenticateOperator = defineCall({
  ...entry,
  path: '/operator/api/authenticate/',
  summary: 'Sign a provider in with an identity-provider token',
  body: signInToken,
  response: forOperator,
})
export const authenticateAdmin = defineCall({
  ...entry,
  path: '/admin/check_admin_auth/',
  summary: 'Sign an admin in with an identity-provider token',
  body: signInToken,
  response: forAdmin,
})
/** First sign-in through the provider with an existing login's address: the password proves that both are one person. */
export const linkIdentity = defineCall({
  ...entry,
  path: '/common/api/link_identity/',
  summary: 'Tie an identity-provider account to an existing login',
  /** A user signed in with a second factor connects an identity that may count as one. */
  session: 'optional-bearer',
  audit: 'account.link_identity',
  body: identityToken.extend({ password: z.string().min(1, 'Password is required').max(256) }),
  response: message,
})

export const IdentityConfig = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('google'), client_id: z.string(), label: z.string() }),
  z.object({
    kind: z.literal('oidc'),
    client_id: z.string(),
    issuer: z.string(),
    label: z.string(),
    acr_values: z.string().optional(),
  }),
  /** No provider, only passwords. */
  z.object({ kind: z.literal('password') }),
])
export type IdentityConfig = z.output<typeof IdentityConfig>
export const getConfig = defineCall({
  method: 'GET',
  path: '/common/api/config/',
  summary: 'What the web app needs before sign-in',
  allow: 'anyone',
  limit: 'address',
  userInitiated: false,
  audit: { none: 'holds nothing of a person' },
  response: z.object({
    project: z.uuid(),
    project_name: z.string(),
    /** The address of the project's own logo; empty without one. */
    logo_url: z.string(),
    identity: IdentityConfig,
    demo: z.boolean(),
    /** Whether a password without a second step needs 15 characters. */
    long_passwords: z.boolean().default(false),
    version: z.string(),
    scheduling_url: z.string(),
    viewer_url_template: z.string(),
    contact: z.object({
      address: z.string(),
      email: z.string(),
      phone: z.string(),
      social: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
  }),
})
