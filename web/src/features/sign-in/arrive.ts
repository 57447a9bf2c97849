import {
  type Acting,
  type Args,
  type Audience,
  audienceOf,
  authenticateAdmin,
  authenticateOperator,
  authenticatePatient,
  loginAdmin,
  loginOperator,
  loginPatient,
  type Membership,
  passkeyAdmin,
  passkeyOperator,
  passkeyPatient,
  type Role,
  type UserObject,
} from '@fornix/contract'
import { send } from '../../platform/calls/api.ts'
import type { NewSession } from '../../platform/session/session.tsx'
import { signInBody } from '../../platform/sign-in/identity.ts'

type ResponseOf = {
  access_token: string
  memberships: Membership[]
  email_verified?: boolean
  role?: Role
  language?: string
  acting?: Acting | null
  second_factor: NonNullable<NewSession['second_factor']>
}

/** The memberships that this sign-in page leads to, the last used one first. */
const of = (audience: Audience, memberships: Membership[]) =>
  memberships.filter((membership) => audienceOf(membership.role) === audience)

/** The projects to choose from: the person a caregiver acts for is chosen inside a project. */
export const projectsIn = (memberships: Membership[]) =>
  memberships.filter(
    ({ project, role }, at) => memberships.findIndex((one) => one.project === project && one.role === role) === at,
  )

const arrival = (audience: Audience, user: UserObject, response: ResponseOf, chosen?: string): NewSession => {
  const here = of(audience, response.memberships)
  const grant = response.acting?.caregiver_id ?? ''
  const own = here.filter(({ caregiver_id }) => caregiver_id === grant)
  const membership = own.find(({ project }) => project === chosen) ?? own[0]
  if (!membership) throw new Error('The response names no membership of this audience')
  return {
    audience,
    role: response.role ?? membership.role,
    project: membership.project,
    access_token: response.access_token,
    user,
    memberships: response.memberships,
    email_verified: response.email_verified ?? true,
    language: response.language ?? '',
    acting: response.acting ?? null,
    second_factor: response.second_factor,
  }
}

/** Signs in with a passkey's response. */
export const withPasskey = async (
  audience: Audience,
  body: Args<typeof passkeyPatient>['body'],
): Promise<NewSession> => {
  if (audience === 'patient') {
    const response = await send(passkeyPatient, { body })
    return arrival(audience, response.patient, response)
  }
  if (audience === 'operator') {
    const response = await send(passkeyOperator, { body })
    return arrival(audience, response.operator, response)
  }
  const response = await send(passkeyAdmin, { body })
  return arrival(audience, response.admin, response)
}

export type Credentials = { name: string; password: string }

/** Signs in with a password, by sign-in page; an admin's name is a username or an email address. */
export const withPassword: Record<Audience, (typed: Credentials) => Promise<NewSession>> = {
  patient: async ({ name, password }) => {
    const response = await send(loginPatient, { body: { email: name, password } })
    return arrival('patient', response.patient, response)
  },
  operator: async ({ name, password }) => {
    const response = await send(loginOperator, { body: { email: name, password } })
    return arrival('operator', response.operator, response)
  },
  admin: async ({ name, password }) => {
    const response = await send(loginAdmin, { body: { username: name, password } })
    return arrival('admin', response.admin, response)
  },
}

/** Signs in with an identity provider's token, to the project that `verify` returned or the user chose. */
export const withIdentity = async (token: string, role: Role, project: string): Promise<NewSession> => {
  const body = signInBody(token)
  const audience = audienceOf(role)
  if (audience === 'patient') {
    const response = await send(authenticatePatient, { body }, { project })
    return arrival(audience, response.patient, response, project)
  }
  if (audience === 'operator') {
    const response = await send(authenticateOperator, { body }, { project })
    return arrival(audience, response.operator, response, project)
  }
  const response = await send(authenticateAdmin, { body }, { project })
  return arrival(audience, response.admin, response, project)
}
