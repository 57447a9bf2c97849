import { z } from 'zod'
import { byEveryone, callsOf } from './call.ts'
import { everyone, patient } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('accounts')

const token = z.object({ token: z.string().max(200) })
const confirm = {
  method: 'POST',
  allow: 'anyone',
  session: 'bearer-or-cookie',
  limit: 'mailedLink',
  audit: 'account.confirm_email',
  params: token,
  // The link alone is not enough: the account's own session or its password is needed.
  body: z.object({ password: z.string().max(256).optional() }),
  response: z.object({ message: z.string(), already: z.boolean() }),
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

/** Lets the link's page ask before anything changes. */
export const checkEmailChange = defineCall({
  method: 'POST',
  path: '/common/api/check_email_change/',
  summary: 'Open a link that confirms a new email address',
  allow: 'anyone',
  session: 'bearer-or-cookie',
  limit: 'address',
  audit: { none: 'shows a change to whoever holds its link, and changes nothing' },
  body: z.object({ change_token: z.string().max(200) }),
  response: z.object({
    email: z.string(),
    /**
     * `nothing`: the link is enough; `consent`: the owner is signed in but did not request it; `proof`: nobody has proven to be the owner.
     */
    asks: z.enum(['nothing', 'consent', 'proof']),
  }),
})

const stop = {
  method: 'POST',
  allow: 'anyone',
  limit: 'address',
  audit: 'account.stop_email_change',
  params: token,
  response: z.object({
    message: z.string(),
    already: z.boolean(),
    /** When undoing a change that was already made: the old password no longer works, but there was one. */
    needs_password: z.boolean().optional(),
    /** Another account or record now has the old address: the clinic has to help. */
    needs_help: z.boolean().optional(),
  }),
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

export const myAccount = defineCall({
  ...byEveryone,
  method: 'GET',
  path: '/common/api/account/',
  summary: 'How the signed-in person signs in',
  audit: { none: 'shows only the caller their own account' },
  response: z.object({
    email: z.string(),
    /** Waiting to be confirmed; empty if none is. */
    pending_email: z.string(),
    /** The address to sign in with: an invited person may have signed up with a different one. */
    sign_in_email: z.string(),
    has_password: z.boolean(),
    has_identity: z.boolean(),
    /** Of the emails to a patient: empty if unknown, then they are in English. Missing for anyone else. */
    language: z.string().optional(),
  }),
})
export const cancelEmailChange = defineCall({
  method: 'POST',
  path: '/common/api/cancel_email_change/',
  summary: 'Keep one’s current email address',
  allow: everyone,
  care: 'never',
  limit: 'session',
  audit: 'account.cancel_email_change',
  response: message,
})
export const setLanguage = defineCall({
  method: 'POST',
  path: '/patient/language/',
  summary: 'Choose the language of the portal and its emails',
  allow: patient,
  care: 'never',
  unconfirmed: true,
  limit: 'session',
  audit: 'account.set_language',
  /** `en`, or a language that the portal is translated into; emails in any other are in English. */
  body: z.object({ language: z.string().regex(/^[a-z]{2}$/) }),
  response: message,
})
export const mySessions = defineCall({
  ...byEveryone,
  method: 'GET',
  path: '/common/api/sessions/',
  summary: 'The sessions of the signed-in person',
  audit: { none: 'shows only the caller their own sign-ins' },
  response: z.object({
    sessions: z.array(
      z.object({ id: z.uuid(), started: z.string(), last_seen: z.string(), device: z.string(), current: z.boolean() }),
    ),
  }),
})
export const endSession = defineCall({
  ...byEveryone,
  method: 'POST',
  path: '/common/api/sessions/:id/end/',
  summary: 'End one session of the signed-in person',
  audit: 'session.end',
  params: z.object({ id: z.uuid() }),
  response: message,
})
export const endAllSessions = defineCall({
  ...byEveryone,
  method: 'POST',
  path: '/common/api/sessions/end_all/',
  summary: 'End every session of the signed-in person',
  audit: 'session.end_all',
  response: message,
})
