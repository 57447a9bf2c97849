import { z } from 'zod'
import { defineCall } from './call.ts'
import {
  choice,
  dob,
  email,
  genders,
  line,
  longText,
  mobileNumber,
  races,
  requiredLine,
  stateCode,
  yesOrNo,
  zipCode,
} from './fields.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { admins, operators, patient, type Role, staff } from './roles.ts'

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

/** The rules of the fields that a profile form edits; each key may be left out, which leaves it unchanged. */
export const contactRules = {
  first_name: requiredLine('First name is required'),
  last_name: requiredLine('Last name is required'),
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

/** Who may write a field; a field that is not listed is written by nobody. Form and server both read this. */
const patientWrites = Object.keys(contactRules)
const staffWrites = [...patientWrites, ...Object.keys(staffRules).filter((name) => name !== 'mrn_number')]
export const editableBy = (role: Role): readonly string[] =>
  role === 'Patient' ? patientWrites : role === 'SuperAdmin' ? [...staffWrites, 'mrn_number'] : staffWrites

export const PatientEdit = z.looseObject({
  ...z.object({ ...contactRules, ...staffRules }).partial().shape,
  email: z.string().optional(),
  version: z.number().int().optional(),
})

// What is only echoed is compared with the record and may have any shape here; the server holds what changed against the rules.
const PatientChange = z.looseObject({ version: z.number().int().nullish() })

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
export const ageAtMost = (most: number) =>
  age.refine((years) => years === null || years <= most, `Age must be ${most} or less`)
export const MedicalForm = z.object({ ...medicalRules, age: ageAtMost(oldestOnPatientForm) })
export const StaffMedicalForm = z.object({ ...medicalRules, age: ageAtMost(80) })
const MedicalEdit = z.object({ ...medicalRules, age: ageAtMost(120) }).partial()

const byEmail = z.object({ email: z.string() })
const byKey = z.object({ key: z.string() })
const read = { method: 'GET', limit: 'session', audit: 'patient.read' } as const
const write = { method: 'POST', limit: 'session' } as const

export const getPatient = defineCall({
  ...read,
  path: '/patient/get_patient/:email/',
  summary: "The patient's own profile",
  allow: patient,
  params: byEmail,
  reply: z.object({ patient: OwnPatient }),
})
export const getMyPatientInfo = defineCall({
  ...read,
  path: '/patient/get_patient_info/:email/',
  summary: "The patient's own profile and medical information",
  allow: patient,
  params: byEmail,
  reply: z.object({ patient: OwnPatient, medicalInformation: MedicalInformation }),
})
export const getPatientInfo = defineCall({
  ...read,
  path: '/operator/get_patient_info/:key/',
  summary: 'Profile and medical information of a patient, by e-mail, patient_id or _id',
  allow: staff,
  params: byKey,
  reply: z.object({ patient: StaffPatient, medicalInformation: MedicalInformation }),
})
export const updateMyProfile = defineCall({
  ...write,
  path: '/patient/update_patient/',
  summary: "Save the patient's own profile",
  allow: patient,
  audit: 'patient.update',
  body: PatientChange,
  reply: z.object({ message: z.string(), patient: OwnPatient }),
})
export const updatePatient = defineCall({
  ...write,
  path: '/operator/update_patients/',
  summary: "Save a patient's profile",
  allow: staff,
  audit: 'patient.update',
  body: PatientChange,
  reply: z.object({ message: z.string(), patient: StaffPatient }),
})
export const updateMyMedicalInfo = defineCall({
  ...write,
  path: '/patient/update_patient_medical_info/:email/',
  summary: "Save the patient's own medical information",
  allow: patient,
  audit: 'patient.update_medical',
  params: byEmail,
  body: MedicalEdit,
  reply: z.object({ message: z.string(), medicalInformation: MedicalInformation }),
})
export const updateMedicalInfo = defineCall({
  ...write,
  path: '/operator/update_patient_medical_info/:key/',
  summary: "Save a patient's medical information",
  allow: staff,
  audit: 'patient.update_medical',
  params: byKey,
  body: MedicalEdit,
  reply: z.object({ message: z.string(), medicalInformation: MedicalInformation }),
})

/** What the list can show, each with the title of its column: on the page and in the exported file. */
export const patientColumns = {
  mrn_number: 'MRN Number',
  patient_id: 'Patient Id',
  first_name: 'First Name',
  last_name: 'Last Name',
  email: 'Email Address',
  indication: 'Indication',
  status: 'Status',
  patient_type: 'Patient Type',
  physician_name: 'Physician',
  created_at: 'Added',
} as const
export type PatientColumn = keyof typeof patientColumns
export const patientColumnNames = Object.keys(patientColumns) as [PatientColumn, ...PatientColumn[]]

/** An index stands behind each; the others would read and sort all patients. */
export const patientSorts = [
  'last_name',
  'first_name',
  'email',
  'mrn_number',
  'status',
  'patient_type',
  'created_at',
] as const
export type PatientSort = (typeof patientSorts)[number]

export const PatientRow = StaffPatient.pick({
  _id: true,
  patient_id: true,
  mrn_number: true,
  first_name: true,
  last_name: true,
  email: true,
  indication: true,
  status: true,
  patient_type: true,
  mobile_number: true,
  physician_name: true,
}).extend({
  created_at: z.string(),
  /** Null but in the list of the deleted. */
  deleted_at: z.string().nullable(),
})
export type PatientRow = z.output<typeof PatientRow>

/** Which patients, in which order: the same for the list and its export. */
export const patientFilters = z.object({
  searchQuery: z.string().max(200).default(''),
  status: z.enum(patientStatuses).optional(),
  patient_type: z.enum(patientTypes).optional(),
  sort: z.enum(patientSorts).default('last_name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  /** The deleted instead of the living; for admins. */
  deleted: z.enum(['true', 'false']).default('false'),
})
export type PatientFilters = z.output<typeof patientFilters>

export const listPatients = defineCall({
  method: 'GET',
  path: '/operator/get_all_patients/',
  summary: 'The patients of the project; admins also list the deleted ones',
  allow: staff,
  limit: 'session',
  audit: 'patient.list',
  query: pageQuery.extend(patientFilters.shape),
  reply: z.object({ patients: z.array(PatientRow), ...pageTotals }),
})
export type ListPatientsQuery = z.output<typeof listPatients.query>

export const exportPatients = defineCall({
  method: 'GET',
  path: '/operator/export_patients/',
  summary: 'The listed patients as a CSV file of the chosen columns',
  allow: staff,
  limit: 'export',
  audit: 'patient.export',
  query: patientFilters.extend({
    columns: z
      .string()
      .transform((text) => text.split(','))
      .pipe(
        z
          .array(z.enum(patientColumnNames, 'There is no such column'))
          .refine((names) => new Set(names).size === names.length, 'Each column once, please'),
      ),
  }),
  reply: 'file',
})

export const deletePatient = defineCall({
  method: 'DELETE',
  path: '/operator/delete_patient/:email/',
  summary: 'Delete a patient: out of every list, signed out at once; an admin can restore the record',
  allow: staff,
  limit: 'session',
  audit: 'patient.delete',
  params: z.object({ email: z.string() }),
  body: z.object({ reason: line(200).default('') }),
  reply: z.object({ message: z.string() }),
})
export const restorePatient = defineCall({
  method: 'POST',
  path: '/admin/restore_patient/:patient_id/',
  summary: 'Bring a deleted patient back',
  allow: admins,
  limit: 'session',
  audit: 'patient.restore',
  params: z.object({ patient_id: z.string() }),
  reply: z.object({ message: z.string() }),
})

export const setPatientSession = defineCall({
  method: 'POST',
  path: '/patient/set_patient_session/',
  summary: 'Remember which patient this session works on',
  allow: [...patient, ...staff],
  limit: 'session',
  audit: 'patient.focus',
  body: z.looseObject({ patient_id: z.string().optional(), _id: z.string().optional(), email: z.string().optional() }),
  reply: z.object({ message: z.string() }),
})
export const getPatientSession = defineCall({
  ...read,
  path: '/patient/get_patient_session/',
  summary: 'The patient this session works on, as a string of a dictionary',
  allow: [...patient, ...staff],
  reply: z.object({ patient: z.string() }),
})
export const physicianRoles = operators
