import { z } from 'zod'
import { byAdmins, byPatient, callsOf } from './call.ts'
import { longText, requiredText } from './fields.ts'
import { maxClosureNote } from './limits.ts'
import { patient } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('accounts')

/** A patient's request to the clinic: the account is closed by deleting the record. */
const closure = z.object({
  closure: z
    .object({
      request_id: z.uuid(),
      state: z.enum(['open', 'withdrawn', 'declined']),
      reason: z.string(),
      asked_at: z.string(),
      /** The clinic's text when it declines. */
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
  summary: 'Look up one’s own request to close the account',
  ...byPatient,
  care: 'never',
  audit: { none: 'shows only the caller their own request' },
  response: closure,
})
export const askToCloseAccount = defineCall({
  method: 'POST',
  path: '/patient/account_closure/',
  summary: 'Ask the clinic to close one’s account',
  allow: patient,
  care: 'never',
  proof: 'fresh',
  idempotent: true,
  limit: 'session',
  audit: 'account.ask_closure',
  body: ClosureRequest,
  response: closure,
})
export const takeBackClosure = defineCall({
  method: 'POST',
  path: '/patient/account_closure/take_back/',
  summary: 'Withdraw one’s request to close the account',
  allow: patient,
  care: 'never',
  idempotent: true,
  limit: 'session',
  audit: 'account.take_back_closure',
  response: closure,
})
export const getClosure = defineCall({
  method: 'GET',
  path: '/admin/account_closure/:key/',
  summary: 'Open a patient’s request to close the account',
  ...byAdmins,
  audit: 'account.read_closure',
  params: byKey,
  response: closure,
})
export const declineClosure = defineCall({
  method: 'POST',
  path: '/admin/account_closure/:key/decline/',
  summary: 'Answer a patient’s request to close the account',
  ...byAdmins,
  proof: 'fresh',
  idempotent: true,
  audit: 'account.decline_closure',
  params: byKey,
  body: ClosureAnswer.extend({ request_id: z.uuid() }),
  response: message,
})
