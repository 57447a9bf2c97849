import { z } from 'zod'
import { byEveryone, callsOf } from './call.ts'
import { admins, patient, staff } from './roles.ts'
import { acting, Membership, message, role, second_factor, UserObject } from './session.ts'

/** Calls that continue, check and end an existing session. */
const defineCall = callsOf('sign-in')

const refresh = {
  method: 'POST',
  allow: 'anyone',
  session: 'cookie',
  limit: 'address',
  userInitiated: false,
  audit: { none: 'the session row itself records every rotation' },
  response: z.object({ access_token: z.string() }),
} as const
export const refreshPatient = defineCall({
  ...refresh,
  path: '/patient/refresh/',
  summary: 'A new access token for the session of the cookie',
})
export const refreshOperator = defineCall({
  ...refresh,
  path: '/operator/refresh/',
  summary: 'A new access token for the session of the cookie',
})
export const refreshAdmin = defineCall({
  ...refresh,
  path: '/admin/refresh/',
  summary: 'A new access token for the session of the cookie',
})

const logout = {
  method: 'POST',
  allow: 'anyone',
  session: 'bearer-or-cookie',
  whilePending: 'always',
  whileMoving: true,
  limit: 'address',
  userInitiated: false,
  audit: 'session.end',
  /** A session that nobody used any more ends like an expired one: push notifications still reach this browser. */
  query: z.object({ reason: z.enum(['idle']).optional() }),
  response: message,
} as const
export const logoutPatient = defineCall({ ...logout, path: '/patient/logout/', summary: 'End the session' })
export const logoutOperator = defineCall({ ...logout, path: '/operator/logout/', summary: 'End the session' })
export const logoutAdmin = defineCall({ ...logout, path: '/admin/logout/', summary: 'End the session' })
export const logoutView = defineCall({ ...logout, path: '/common/api/logout_view/', summary: 'End the session' })

const verify = {
  method: 'GET',
  unconfirmed: true,
  limit: 'session',
  audit: { none: 'tells the caller only their own role' },
  response: z.object({ valid: z.literal(true), role, project: z.uuid() }),
} as const
export const verifyPatientToken = defineCall({
  ...verify,
  path: '/patient/verify_token/',
  summary: 'Is this patient token valid?',
  allow: patient,
  care: 'any',
})
export const verifyOperatorToken = defineCall({
  ...verify,
  path: '/operator/verify_token/',
  summary: 'Is this staff token valid?',
  allow: staff,
})
export const verifyAdminToken = defineCall({
  ...verify,
  path: '/admin/verify_token/',
  summary: 'Is this admin token valid?',
  allow: admins,
})

const self = {
  ...byEveryone,
  method: 'GET',
  session: 'bearer-or-cookie',
  unconfirmed: true,
  audit: { none: 'tells the caller only who they are' },
} as const
export const getUserRole = defineCall({
  ...self,
  path: '/common/api/get_user_role/',
  summary: 'The role of the signed-in person',
  response: z.object({ role }),
})
export const getUser = defineCall({
  ...self,
  path: '/common/api/get_user/',
  summary: 'The signed-in person',
  userInitiated: false,
  response: z.object({
    user_object: UserObject,
    role,
    project: z.uuid(),
    memberships: z.array(Membership),
    email_verified: z.boolean(),
    acting,
    /**
     * Time since the user was last active, as `keep_alive` and the sign-in report it; a server of the previous version does not know it.
     */
    idle_ms: z.number().optional(),
  }),
})

export const keepAlive = defineCall({
  ...byEveryone,
  method: 'POST',
  path: '/common/api/keep_alive/',
  summary: 'The person is still there',
  unconfirmed: true,
  ifLost: 'nothing',
  audit: { none: 'only moves the end of the idle time' },
  response: message,
})
/** Needs the refresh cookie beside the bearer token. */
export const switchProject = defineCall({
  ...byEveryone,
  method: 'POST',
  path: '/common/api/switch_project/',
  summary: 'Switch to another project',
  audit: 'session.switch_project',
  body: z.object({ project: z.uuid() }),
  response: z.object({
    access_token: z.string(),
    role,
    project: z.uuid(),
    user_object: UserObject,
    acting,
    second_factor,
  }),
})
