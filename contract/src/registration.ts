import { z } from 'zod'
import { byStaff, callsOf } from './call.ts'
import { email, line, mobileNumber, optionalZipCode, password, personName, requiredLine, stateCode } from './fields.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { patient } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('registration')

/** What a new patient types; the same schema checks the form and the request. */
export const Registration = z.object({
  email: requiredLine('Email is required', 254).pipe(email('Invalid email format')),
  password,
  first_name: personName('First name is required'),
  last_name: personName('Last name is required'),
  address_1: requiredLine('Address is required'),
  address_2: line().default(''),
  city: requiredLine('City is required'),
  state: z.union([stateCode, z.literal('')], 'Please choose one from the list').default(''),
  zip_code: optionalZipCode.default(''),
  mobile_number: mobileNumber('Mobile number must be 10 digits'),
})

/** The form asks for two more things, which are not sent. */
export const RegistrationForm = Registration.extend({
  confirm_password: z.string().min(1, 'Confirm password is required'),
  terms: z.boolean(),
})
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: 'Passwords do not match',
  })
  .refine((form) => form.terms, { path: ['terms'], message: 'Please accept the terms and conditions!' })

export const NewPasswordForm = z
  .object({ password, confirm_password: z.string().min(1, 'Confirm password is required') })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: 'Passwords do not match',
  })

export const register = defineCall({
  method: 'POST',
  path: '/patient/register/',
  summary: 'Register as a patient with email and password',
  allow: 'anyone',
  limit: 'register',
  constantTime: true,
  audit: 'account.register',
  status: 201,
  body: Registration,
  response: message,
})

/**
 * Reading the mail proves the address, but not who registered with it.
 * That takes the registration's browser, its session, or the password: without any of them the response is 400 `password_needed`, and the
 * link still works.
 */
export const verifyEmail = defineCall({
  method: 'POST',
  path: '/patient/verify_email/:token/',
  summary: 'Confirm the email address of a registration',
  allow: 'anyone',
  session: 'bearer-or-cookie',
  limit: 'signIn',
  audit: 'account.verify_email',
  params: z.object({ token: z.string().max(200) }),
  /** `consent`: the signed-in user wants to use that account in the registration's project, too. */
  body: z.object({ password: z.string().max(256).optional(), consent: z.boolean().optional() }),
  response: z.object({ message: z.string(), already: z.boolean() }),
})

export const resendVerification = defineCall({
  method: 'POST',
  path: '/common/api/resend_verification/',
  summary: 'Send the verification email again',
  allow: patient,
  care: 'never',
  unconfirmed: true,
  limit: 'email',
  ifLost: 'nothing',
  audit: 'account.resend_verification',
  response: message,
})

/** People who registered and have not confirmed their address: not patients yet. */
export const RegistrationRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  registered_at: z.string(),
  expires_at: z.string(),
})
export type RegistrationRow = z.infer<typeof RegistrationRow>
export const listRegistrations = defineCall({
  method: 'GET',
  path: '/operator/registrations/',
  summary: 'Registrations that wait for their email address to be confirmed',
  ...byStaff,
  audit: { none: 'shows nobody’s record: a registration is no patient yet' },
  query: pageQuery,
  response: z.object({ registrations: z.array(RegistrationRow), ...pageTotals }),
})

/** What a record and a registration have in common. A registration has no date of birth: the reader compares that. */
export const sharedTraits = ['name', 'phone', 'email'] as const
export const maxSimilarRecords = 3

/** Only staff learn of these: the registering person must not. */
export const SimilarRecord = z.object({
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** MM-DD-YYYY; null if unknown. */
  dob: z.string().nullable(),
  mrn_number: z.string(),
  shares: z.array(z.enum(sharedTraits)),
})
export type SimilarRecord = z.infer<typeof SimilarRecord>
export const listSimilarRecords = defineCall({
  method: 'GET',
  path: '/operator/registrations/similar/',
  summary: 'Patients who share a name, phone number or email address with a registration of this page',
  ...byStaff,
  audit: 'registration.compare',
  query: pageQuery,
  /** The closest first; a registration without a similar record is left out. */
  response: z.object({ registrations: z.array(z.object({ id: z.uuid(), records: z.array(SimilarRecord) })) }),
})
