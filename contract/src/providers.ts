import { z } from 'zod'
import { byAdmins, byStaff, callsOf } from './call.ts'
import { races } from './fields.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { ageAtMost, contactRules } from './patient-fields.ts'
import { admins, operators, staff } from './roles.ts'
import { message, role } from './session.ts'

const defineCall = callsOf('providers')

export const registerStatuses = ['Invited', 'Registered'] as const
/** What a provider's form offers; the server also accepts what any other form offers. */
export const providerRaces = races.slice(0, 6)

/** A provider or admin, as admins and the person themselves see them. */
export const Operator = z.object({
  _id: z.uuid(),
  provider_id: z.string(),
  version: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.string(),
  role,
  register_status: z.enum(registerStatuses),
  mobile_number: z.string(),
  age: z.number().int().nullable(),
  gender: z.string(),
  race: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
})
export type Operator = z.output<typeof Operator>
export const OperatorRow = Operator.pick({
  _id: true,
  provider_id: true,
  first_name: true,
  last_name: true,
  email: true,
  role: true,
  register_status: true,
}).extend({
  /** Whether they have a second step for signing in; null if the reader may not know. */
  two_step: z.boolean().nullable().default(null),
  /** Why the email of their open invitation failed; null if it did not. */
  invite_failed: z.string().nullable().default(null),
})
export type OperatorRow = z.output<typeof OperatorRow>

const { dob: _, ...contact } = contactRules
/** What a profile form edits; form and server both read this. */
export const profileRules = { ...contact, age: ageAtMost(120) }
export const ProfileForm = z.object(profileRules)
export const operatorRole = z.enum(operators, 'Please choose a role')

// Values that are only echoed are compared with the record and may have any shape; the server validates what changed.
const ProfileChange = z.looseObject({
  provider_id: z.string().optional(),
  version: z.number().int().nullish(),
})
const saved = z.object({ message: z.string(), operator: Operator })
const write = {
  method: 'POST',
  idempotent: true,
  proof: 'fresh',
  proofFields: ['email', 'role', 'first_name', 'last_name'],
  limit: 'session',
  audit: 'provider.update',
  body: ProfileChange,
  response: saved,
} as const

export const getOperatorNumber = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/get_operator_number/',
  summary: 'How many providers the project has, and how many of them have not signed up yet',
  audit: { none: 'two numbers, of nobody' },
  response: z.object({ operator_number: z.number().int(), invited: z.number().int() }),
})
export const operatorGroups = ['operators', 'admins'] as const
export const listOperators = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/get_all_operators/',
  summary: 'The providers of the project, or its admins',
  audit: 'provider.list',
  query: pageQuery.extend({
    searchQuery: z.string().max(200).default(''),
    group: z.enum(operatorGroups).default('operators'),
  }),
  response: z.object({ operators: z.array(OperatorRow), ...pageTotals }),
})
export type ListOperatorsQuery = z.output<typeof listOperators.query>
export const listPhysicians = defineCall({
  method: 'GET',
  path: '/operator/get_all_physicians/',
  summary: 'The physicians of the project, to choose from',
  ...byStaff,
  audit: { none: 'names who works here, to those who do' },
  response: z.object({ operators: z.array(OperatorRow) }),
})
export const deleteOperator = defineCall({
  ...byAdmins,
  method: 'DELETE',
  path: '/admin/delete_operator/:email/',
  summary: 'Delete a provider or admin; their sessions end at once',
  proof: 'fresh',
  idempotent: true,
  audit: 'provider.delete',
  params: z.object({ email: z.string() }),
  response: message,
})
export const getOperator = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/get_operator_profile/',
  summary: 'The profile of a provider or admin of the project',
  ifLost: 'nothing',
  audit: 'provider.read',
  body: z.object({ email: z.string('Please name a provider') }),
  response: z.object({ operator: Operator }),
})
export const getMyOperatorProfile = defineCall({
  method: 'GET',
  path: '/operator/get_operator_profile/',
  summary: 'The caller’s own profile',
  ...byStaff,
  audit: { none: 'shows the caller their own record' },
  response: z.object({ operator: Operator }),
})
export const updateOperatorProfile = defineCall({
  ...write,
  path: '/operator/update_operator_profile/',
  summary: 'Save one’s own profile, or as an admin anybody’s, with the role',
  allow: staff,
})
export const updateAdminProfile = defineCall({
  ...write,
  path: '/admin/update_admin_profile/',
  summary: 'Save an admin’s own profile',
  allow: admins,
})
