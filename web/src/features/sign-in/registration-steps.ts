import { keysOf } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'

/** In page order, which is also the order of the errors. */
export const labels = {
  email: t('Email'),
  password: t('Password'),
  confirm_password: t('Confirm password'),
  first_name: t('First name'),
  last_name: t('Last name'),
  address_1: t('Address line 1'),
  address_2: t('Address line 2 (optional)'),
  city: t('City'),
  state: t('State (optional)'),
  zip_code: t('ZIP code (optional)'),
  mobile_number: t('Mobile number'),
  terms: t('Terms and Conditions'),
}
export type RegistrationField = keyof typeof labels

const titles = [t('Your account'), t('About you'), t('Terms')]
const stepOf = (field: string) =>
  ['email', 'password', 'confirm_password'].includes(field) ? 1 : field === 'terms' ? 3 : 2

export type RegistrationStep = { number: number; title: string; fields: RegistrationField[] }
export const steps: RegistrationStep[] = titles.map((title, n) => ({
  number: n + 1,
  title,
  fields: keysOf(labels).filter((field) => stepOf(field) === n + 1),
}))

/** The steps that have one of these errors. */
export const stepsWith = (errors: object) => steps.filter(({ fields }) => fields.some((field) => field in errors))

/** The errors that are in fields of these steps. */
export const errorsOf = <Error>(some: readonly RegistrationStep[], errors: Record<string, Error>) =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => some.some(({ fields }) => fields.some((field) => field === name))),
  )
