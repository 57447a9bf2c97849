import { z } from 'zod'
import { callsOf } from './call.ts'
import { longText, password, requiredText } from './fields.ts'
import { maxClosureNote } from './limits.ts'
import { admins, everyone, patient } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('accounts')

const token = z.object({ token: z.string().max(200) })
const byEmail = z.object({ email: z.string() })
const resetSent = {
  method: 'POST',
  allow: 'anyone',
  limit: 'reset',
  constantTime: true,
  params: byEmail,
  reply: message,
} as const

const confirm = {
  method: 'POST',
  allow: 'anyone',
  session: 'bearer-or-cookie',
  limit: 'mailedLink',
  audit: 'account.confirm_email',
  params: token,
  // The link alone is not enough: it takes the account's own session, or its password.
  body: z.object({ password: z.string().max(256).optional() }),
  reply: z.object({ message: z.string(), already: z.boolean() }),
} as const
export const confirmPatientEmail = defineCall({
  ...confirm,
  path: '/patient/confirm_email/:token/',
  summary: 'Confirm a patient’s new email address',
})
export const confirmOperatorEmail = defineCall({
  ...confirm,
  path: '/operator/confirm_email/:token/',
  summary: 'Confirm a provider’s new email address',
})

/** So that the page of the link asks its reader before anything changes. */
export const checkEmailChange = defineCall({
  method: 'POST',
  path: '/common/api/check_email_change/',
  summary: 'What a link that confirms a new email address asks for',
  allow: 'anyone',
  session: 'bearer-or-cookie',
  limit: 'address',
  audit: { none: 'shows a change to whoever holds its link, and changes nothing' },
  body: z.object({ change_token: z.string().max(200) }),
  reply: z.object({
    email: z.string(),
    /** `nothing`: the link is enough; `consent`: the owner is signed in, and has not asked for it; `proof`: nobody has shown to be the owner. */
    asks: z.enum(['nothing', 'consent', 'proof']),
  }),
})

const stop = {
  method: 'POST',
  allow: 'anyone',
  limit: 'address',
  audit: 'account.stop_email_change',
  params: token,
  reply: z.object({ message: z.string(), already: z.boolean() }),
} as const
export const stopPatientEmailChange = defineCall({
  ...stop,
  path: '/patient/stop_email_change/:token/',
  summary: 'Keep a patient’s email address, with the link that was mailed to it',
})
export const stopOperatorEmailChange = defineCall({
  ...stop,
  path: '/operator/stop_email_change/:token/',
  summary: 'Keep a provider’s email address, with the link that was mailed to it',
})

export const resetPatientPassword = defineCall({
  ...resetSent,
  path: '/patient/reset_password/:email/',
  summary: 'Mail a password reset link to a patient',
  audit: 'account.reset_request',
})
export const resetOperatorPassword = defineCall({
  ...resetSent,
  path: '/operator/reset_password/:email/',
  summary: 'Mail a password reset link to a provider or admin',
  audit: 'account.reset_request',
})

const complete = {
  method: 'POST',
  allow: 'anyone',
  limit: 'mailedLink',
  audit: 'account.reset_complete',
  params: token,
  body: z.object({ password }),
  reply: message,
} as const
export const completePatientReset = defineCall({
  ...complete,
  path: '/patient/complete_reset_password/:token/',
  summary: 'Set a new patient password with a mailed link',
})
export const completeOperatorReset = defineCall({
  ...complete,
  path: '/operator/complete_reset_password/:token/',
  summary: 'Set a new provider password with a mailed link',
})

export const myAccount = defineCall({
  method: 'GET',
  path: '/common/api/account/',
  summary: 'How the signed-in person signs in',
  allow: everyone,
  limit: 'session',
  audit: { none: 'shows only the caller their own account' },
  reply: z.object({
    email: z.string(),
    /** Waits to be confirmed; empty when none does. */
    pending_email: z.string(),
    /** The address to sign in with: an invited person may have signed up with another one. */
    sign_in_email: z.string(),
    has_password: z.boolean(),
    has_identity: z.boolean(),
  }),
})
export const cancelEmailChange = defineCall({
  method: 'POST',
  path: '/common/api/cancel_email_change/',
  summary: 'Keep the email address that one has',
  allow: everyone,
  limit: 'session',
  audit: 'account.cancel_email_change',
  reply: message,
})
export const setLanguage = defineCall({
  method: 'POST',
  path: '/patient/language/',
  summary: 'In which language a patient reads the portal and its emails',
  allow: patient,
  unconfirmed: true,
  limit: 'session',
  audit: 'account.set_language',
  /** `en`, or one that the portal is translated into; emails in any other are in English. */
  body: z.object({ language: z.string().regex(/^[a-z]{2}$/) }),
  reply: message,
})
export const mySessions = defineCall({
  method: 'GET',
  path: '/common/api/sessions/',
  summary: 'The sessions of the signed-in person',
  allow: everyone,
  limit: 'session',
  audit: { none: 'shows only the caller their own sign-ins' },
  reply: z.object({
    sessions: z.array(
      z.object({ id: z.uuid(), started: z.string(), last_seen: z.string(), device: z.string(), current: z.boolean() }),
    ),
  }),
})
export const endSession = defineCall({
  method: 'POST',
  path: '/common/api/sessions/:id/end/',
  summary: 'End one session of the signed-in person',
  allow: everyone,
  limit: 'session',
  audit: 'session.end',
  params: z.object({ id: z.uuid() }),
  reply: message,
})
export const endAllSessions = defineCall({
  method: 'POST',
  path: '/common/api/sessions/end_all/',
  summary: 'End every session of the signed-in person',
  allow: everyone,
  limit: 'session',
  audit: 'session.end_all',
  reply: message,
})

const passwordChange = {
  current_password: z
    .string('Please enter your current password')
    .min(1, 'Please enter your current password')
    .max(256, 'At most 256 characters, please'),
  password,
}
type PasswordChange = { current_password: string; password: string }
const isDifferent = (form: PasswordChange) => form.password !== form.current_password
const sameAgain = {
  path: ['password'],
  message: 'Please choose a password that is different from your current one',
}
export const PasswordChangeForm = z
  .object({ ...passwordChange, confirm_password: z.string().min(1, 'Confirm password is required') })
  .refine(isDifferent, sameAgain)
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: 'Passwords do not match',
  })
export const changePassword = defineCall({
  method: 'POST',
  path: '/common/api/change_password/',
  summary: 'Change one’s own password, with the current one',
  allow: everyone,
  limit: 'signIn',
  audit: 'account.change_password',
  body: z.object(passwordChange).refine(isDifferent, sameAgain),
  reply: message,
})

/** What a patient asks the clinic: an account is closed by whoever deletes the record. */
const closure = z.object({
  closure: z
    .object({
      request_id: z.uuid(),
      state: z.enum(['open', 'withdrawn', 'declined']),
      reason: z.string(),
      asked_at: z.string(),
      /** What the clinic says when it declines. */
      answer: z.string(),
      settled_at: z.string().nullable(),
    })
    .nullable(),
})
const byKey = z.object({ key: z.string() })
export const ClosureRequest = z.object({ reason: longText(maxClosureNote).default('') })
export const ClosureAnswer = z.object({ answer: requiredText('Please say why', maxClosureNote) })

export const getMyClosure = defineCall({
  method: 'GET',
  path: '/patient/account_closure/',
  summary: 'Whether one has asked to close the account, and what the clinic answered',
  allow: patient,
  limit: 'session',
  audit: { none: 'shows only the caller their own request' },
  reply: closure,
})
export const askToCloseAccount = defineCall({
  method: 'POST',
  path: '/patient/account_closure/',
  summary: 'Ask the clinic to close one’s account',
  allow: patient,
  limit: 'session',
  audit: 'account.ask_closure',
  body: ClosureRequest,
  reply: closure,
})
export const takeBackClosure = defineCall({
  method: 'POST',
  path: '/patient/account_closure/take_back/',
  summary: 'Take back that one asked to close the account',
  allow: patient,
  limit: 'session',
  audit: 'account.take_back_closure',
  reply: closure,
})
export const getClosure = defineCall({
  method: 'GET',
  path: '/admin/account_closure/:key/',
  summary: 'What a patient who wants to close the account has asked',
  allow: admins,
  limit: 'session',
  audit: 'account.read_closure',
  params: byKey,
  reply: closure,
})
export const declineClosure = defineCall({
  method: 'POST',
  path: '/admin/account_closure/:key/decline/',
  summary: 'Tell a patient why the account is not closed',
  allow: admins,
  limit: 'session',
  audit: 'account.decline_closure',
  params: byKey,
  body: ClosureAnswer.extend({ request_id: z.uuid() }),
  reply: message,
})
