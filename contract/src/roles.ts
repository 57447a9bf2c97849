export const roles = ['Patient', 'Physician', 'MRI-Tech', 'Nurse', 'Admin', 'SuperAdmin'] as const
export type Role = (typeof roles)[number]

export const patient = ['Patient'] as const
export const operators = ['Physician', 'MRI-Tech', 'Nurse'] as const
export const admins = ['Admin', 'SuperAdmin'] as const
export const staff = [...operators, ...admins] as const
export const everyone = [...patient, ...staff] as const

export type OperatorRole = (typeof operators)[number]
export const isOperator = (role: Role): role is OperatorRole => operators.some((operator) => operator === role)

/** What a project may withhold from its providers by role: within a call's `allow`, which it never widens. Admins have them all. */
export const rights = [
  'export',
  'delete_patients',
  'decide_money',
  'send_email',
  'upload_scans',
  'see_medical',
  'emergency_access',
  'confirm_identity',
] as const
export type Right = (typeof rights)[number]

/** A session belongs to one audience, which decides the cookie, the token key and the landing page. */
export const audiences = ['patient', 'operator', 'admin'] as const
export type Audience = (typeof audiences)[number]

/** What a patient shares with a caregiver, each separately. */
export const careAreas = ['visits', 'files', 'images', 'money'] as const
export type CareArea = (typeof careAreas)[number]
/** Which of these a call needs: `any` needs none, because it is about the sign-in itself; `never` is for the patient alone. */
export type Care = CareArea | 'any' | 'never'

export const audienceOf = (role: Role): Audience =>
  role === 'Patient' ? 'patient' : admins.some((admin) => admin === role) ? 'admin' : 'operator'
