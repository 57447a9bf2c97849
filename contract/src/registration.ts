import { z } from 'zod'
import { email, line, mobileNumber, password, requiredLine, stateCode, zipCode } from './fields.ts'

/** What a new patient types; the same schema checks the form and the request. */
export const Registration = z.object({
  email: email('Invalid email format'),
  password,
  first_name: requiredLine('First name is required'),
  last_name: requiredLine('Last name is required'),
  address_1: requiredLine('Address is required'),
  address_2: line().default(''),
  city: requiredLine('City is required'),
  state: stateCode,
  zip_code: zipCode,
  mobile_number: mobileNumber('Mobile number must be 10 digits'),
})

/** The form asks for two things more, which are not sent. */
export const RegistrationForm = Registration.extend({ confirm_password: z.string(), terms: z.boolean() })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: 'Passwords do not match',
  })
  .refine((form) => form.terms, { path: ['terms'], message: 'Please accept the terms and conditions!' })

export const NewPasswordForm = z
  .object({ password, confirm_password: z.string() })
  .refine((form) => form.password === form.confirm_password, {
    path: ['confirm_password'],
    message: 'Passwords do not match',
  })
