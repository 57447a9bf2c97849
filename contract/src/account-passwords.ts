import { z } from 'zod'
import { callsOf } from './call.ts'
import { password } from './fields.ts'
import { everyone } from './roles.ts'
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
  response: message,
} as const

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
  response: message,
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

const passwordChange = {
  current_password: z
    .string('Please enter your current password')
    .min(1, 'Please enter your current password')
    .max(256, 'Please use at most 256 characters'),
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
  care: 'any',
  proof: 'fresh',
  limit: 'signIn',
  audit: 'account.change_password',
  body: z.object(passwordChange).refine(isDifferent, sameAgain),
  response: message,
})
