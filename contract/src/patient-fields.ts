import { z } from 'zod'
import {
  choice,
  dob,
  email,
  genders,
  line,
  longText,
  mobileNumber,
  personName,
  races,
  requiredLine,
  stateCode,
  yesOrNo,
  zipCode,
} from './fields.ts'
import type { Role } from './roles.ts'

export const patientStatuses = [
  'Accepted',
  'Rejected',
  'Scanned',
  'Withdrawn',
  'On Hold',
  'Screened',
  'Pending Invite',
  'Other',
] as const
export type PatientStatus = (typeof patientStatuses)[number]
export const patientTypes = ['Volunteer', 'Patient'] as const
export const recruitmentSources = ['Referral', 'QR code', 'Events', 'Other'] as const
export const indications = [
  'Aneurysm',
  'Stroke',
  'Traumatic Brain Injury',
  'Malformation',
  'Brain Tumor',
  'Hemorrhage',
  'Pineal Cyst',
  'Meningioma',
  'Hydrocephalus',
  'Glioblastoma',
  'Cerebral Palsy',
  'Epilepsy',
  'Cavernous hemangioma',
  'Unclear',
  'AVM',
  'Meningitis',
  'Other',
] as const

const Note = z.object({ text: z.string(), author: z.string(), timestamp: z.string() })
const choiceText = z.string()

/** What the patient and the staff both read. */
const shared = {
  _id: z.uuid(),
  patient_id: z.string(),
  version: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.string(),
  mobile_number: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  dob: z.string().nullable(),
  age: z.number().int().nullable(),
  gender: choiceText,
  race: choiceText,
  mrn_number: z.string(),
  physician_name: z.string(),
  provider_id: z.string(),
  patient_type: z.string(),
  indication: z.array(z.string()),
  status: z.string(),
  scans_allowed_to_view: z.array(z.string()),
}
export const OwnPatient = z.object(shared)
export type OwnPatient = z.output<typeof OwnPatient>

export const StaffPatient = z.object({
  ...shared,
  notes: z.array(Note),
  status_comment: z.string(),
  priority: z.string(),
  md_review: z.string(),
  full_coverage: z.string(),
  recruitment_source: z.string(),
  other_recruitment_source: z.string(),
  additional_comments: z.string(),
  status_history: z.array(
    z.object({ status: z.string(), comment: z.string(), author: z.string(), timestamp: z.string() }),
  ),
})
export type StaffPatient = z.output<typeof StaffPatient>

export const MedicalInformation = z.object({
  neck_length: z.string(),
  head_circumference: z.string(),
  pregnant_or_nursing: z.string(),
  birth_control_pills: z.string(),
  travel_restrictions: z.string(),
  age: z.number().int().nullable(),
  gender: z.string(),
  race: z.string(),
  participating_in_research: z.string(),
  previous_history: z.string(),
})
export type MedicalInformation = z.output<typeof MedicalInformation>

/** The rules of the fields that a profile form edits; a key that is left out stays unchanged. */
export const contactRules = {
  first_name: personName('First name is required'),
  last_name: personName('Last name is required'),
  email: email('Invalid Email'),
  mobile_number: mobileNumber('Invalid mobile number'),
  address_1: requiredLine('Address is required'),
  address_2: line(),
  city: requiredLine('City is required'),
  state: stateCode,
  zip_code: zipCode,
  dob,
  gender: choice(genders),
  race: choice(races),
}
export const ContactForm = z.object(contactRules)

export const staffRules = {
  physician_name: line(),
  provider_id: line(60),
  patient_type: z.enum(patientTypes),
  status: z.enum(patientStatuses),
  status_comment: longText(),
  indication: z.array(z.enum(indications)).max(indications.length),
  notes: z.array(z.union([longText(), Note])).max(1000),
  priority: line(60),
  full_coverage: yesOrNo,
  md_review: yesOrNo,
  recruitment_source: choice(recruitmentSources),
  other_recruitment_source: line(),
  additional_comments: longText(),
  mrn_number: requiredLine('MRN number is required', 60),
}

/** Who may write a field; a field not listed is written by nobody. Form and server both read this. */
const patientWrites = Object.keys(contactRules)
const staffWrites = [...patientWrites, ...Object.keys(staffRules).filter((name) => name !== 'mrn_number')]
export const editableBy = (role: Role): readonly string[] =>
  role === 'Patient' ? patientWrites : role === 'SuperAdmin' ? [...staffWrites, 'mrn_number'] : staffWrites

export const PatientEdit = z.looseObject({
  ...z.object({ ...contactRules, ...staffRules }).partial().shape,
  email: z.string().optional(),
  version: z.number().int().optional(),
})

const age = z.preprocess(
  (value) => (value === '' || value === undefined ? null : typeof value === 'string' ? Number(value) : value),
  z.number('Age must be a whole number').int('Age must be a whole number').min(0, 'Age must be 0 or more').nullable(),
)
const medicalRules = {
  neck_length: line(60),
  head_circumference: line(60),
  pregnant_or_nursing: yesOrNo,
  birth_control_pills: yesOrNo,
  travel_restrictions: longText(),
  gender: choice(genders),
  race: choice(races),
  participating_in_research: longText(),
  previous_history: longText(),
}
export const oldestOnPatientForm = 100
export const oldestOnStaffForm = 80
/** `stored`: the age on record, which stays whatever it is. */
export const ageAtMost = (most: number, stored: number | null = null) =>
  age.refine((years) => years === null || years <= most || years === stored, `Age must be ${most} or less`)
/** `stored`: the size on record, which stays whatever it is. */
export const sizeWithUnit = (stored: string) =>
  line(60, undefined, [
    (text) => text === stored || !/\d/.test(text) || /[\p{L}"”″]/u.test(text),
    'Is this in cm or inches? Please add “cm” or “in” to the number',
  ])
export const MedicalForm = z.object({ ...medicalRules, age: ageAtMost(oldestOnPatientForm) })
export const MedicalEdit = z
  .object({
    ...medicalRules,
    age: ageAtMost(120),
    /** The changed fields' values when the form was opened; what somebody else has written since is not overwritten. */
    base: MedicalInformation.partial(),
  })
  .partial()
export type MedicalEdit = z.output<typeof MedicalEdit>
