import { calls } from '@fornix/contract'

const summaries = new Map(Object.values(calls).map(({ method, path, summary }) => [`${method} ${path}`, summary]))
/** The refused call, by its summary: the audit row does not hold which record was meant. */
export const refusedCall = (call: string) => summaries.get(call) ?? call

const reasons: Record<string, string> = {
  not_found: 'Not found, or not available to this person',
  role: 'This role may not do that',
  right_withheld: 'The project does not let this role do that',
  field: 'This role may not change that field',
  project: 'It belongs to a different project',
  cross_site: 'It came from another website',
  unauthenticated: 'The session had ended',
  not_shared: 'The patient has not shared this with the caregiver',
  patient_only: 'Only the patient may do that, not a caregiver',
  proof_required: 'The person did not confirm their identity',
  email_unverified: 'The email address was not confirmed',
  'wrong password': 'The password was wrong',
  blocked: 'Too many wrong passwords before',
  mismatch: 'What was typed did not match the record',
  ended: 'What was typed did not match the record, for the fifth time',
  'wrong entrance': 'The password was correct, but this account cannot use this sign-in page',
}
const shown: Record<string, string> = {
  pwd: 'the password',
  oidc: 'a sign-in just before',
  passkey: 'a passkey',
  otp: 'an authenticator app',
  recovery: 'a recovery code',
  mail: 'a code by email',
}
/** The passkey or app follows the kind of factor. */
const confirmation = / ?confirmed:(\w+)(:[\w-]+)?$/
/** Details of the result, and how the person confirmed it. */
export const detailOf = (result: string) =>
  result
    .replace(/^ok ?/, '')
    .replace(/ ?emergency:[\w-]+/, '. In an emergency')
    .replace(/ ?by:(\w+)(:[\w-]+)?$/, (_, by: string) => `. With ${shown[by] ?? by}`)
    .replace(confirmation, (_, by: string) => `. Confirmed with ${shown[by] ?? by}`)
    .replace(/^\. /, '')

/** `404 not_found` and similar as a sentence. */
export const reasonOf = (result: string) => {
  const reason = result.replace(confirmation, '')
  return reasons[reason.replace(/^\d{3} /, '')] ?? reason
}
