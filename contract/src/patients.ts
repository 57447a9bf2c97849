import { z } from 'zod'
import { callsOf } from './call.ts'
import { MedicalEdit, MedicalInformation, OwnPatient, StaffPatient } from './patient-fields.ts'
import { patient, staff } from './roles.ts'

const defineCall = callsOf('patients')

// Values that are only echoed are compared with the record and may have any shape here; the server validates what changed.
const PatientChange = z.looseObject({ version: z.number().int().nullish() })

const byEmail = z.object({ email: z.string() })
const byKey = z.object({ key: z.string() })
const read = { method: 'GET', limit: 'session', audit: 'patient.read' } as const
const write = { method: 'POST', limit: 'session' } as const

export const getPatient = defineCall({
  ...read,
  path: '/patient/get_patient/:email/',
  summary: "The patient's own profile",
  allow: patient,
  care: 'visits',
  params: byEmail,
  response: z.object({ patient: OwnPatient }),
})
export const getMyPatientInfo = defineCall({
  ...read,
  path: '/patient/get_patient_info/:email/',
  summary: "The patient's own profile and medical information",
  allow: patient,
  care: 'visits',
  params: byEmail,
  response: z.object({ patient: OwnPatient, medicalInformation: MedicalInformation }),
})
export const getPatientInfo = defineCall({
  ...read,
  path: '/operator/get_patient_info/:key/',
  summary: 'Profile and medical information of a patient, by email, patient_id or _id',
  allow: staff,
  leavesOut: 'see_medical',
  inEmergency: true,
  params: byKey,
  response: z.object({
    patient: StaffPatient,
    /** Null if the project withholds it from the caller; the indication is then empty, too. */
    medicalInformation: MedicalInformation.nullable(),
    /** Withheld, but shown read-only because the caller has opened the record in an emergency. */
    in_emergency: z.boolean().default(false),
    /** Another patient of the project who is not deleted has the same name. */
    has_namesake: z.boolean().default(false),
    /** Admins are notified of who opens it. */
    special_care: z.boolean().default(false),
  }),
})
export const updateMyProfile = defineCall({
  ...write,
  path: '/patient/update_patient/',
  summary: "Save the patient's own profile",
  allow: patient,
  care: 'visits',
  proof: 'fresh',
  proofFields: ['email'],
  idempotent: true,
  audit: 'patient.update',
  body: PatientChange,
  response: z.object({ message: z.string(), patient: OwnPatient }),
})
export const updatePatient = defineCall({
  ...write,
  path: '/operator/update_patients/',
  summary: "Save a patient's profile",
  allow: staff,
  leavesOut: 'see_medical',
  proof: 'fresh',
  proofFields: ['email'],
  audit: 'patient.update',
  body: PatientChange,
  response: z.object({ message: z.string(), patient: StaffPatient }),
})
export const updateMyMedicalInfo = defineCall({
  ...write,
  path: '/patient/update_patient_medical_info/:email/',
  summary: "Save the patient's own medical information",
  allow: patient,
  care: 'visits',
  audit: 'patient.update_medical',
  params: byEmail,
  body: MedicalEdit,
  response: z.object({ message: z.string(), medicalInformation: MedicalInformation }),
})
export const updateMedicalInfo = defineCall({
  ...write,
  path: '/operator/update_patient_medical_info/:key/',
  summary: "Save a patient's medical information",
  allow: staff,
  right: 'see_medical',
  audit: 'patient.update_medical',
  params: byKey,
  body: MedicalEdit,
  response: z.object({ message: z.string(), medicalInformation: MedicalInformation }),
})

export const setPatientSession = defineCall({
  method: 'POST',
  path: '/patient/set_patient_session/',
  summary: 'Remember which patient this session works on',
  allow: [...patient, ...staff],
  care: 'any',
  limit: 'session',
  ifLost: 'nothing',
  audit: 'patient.focus',
  body: z.looseObject({ patient_id: z.string().optional(), _id: z.string().optional(), email: z.string().optional() }),
  response: z.object({ message: z.string() }),
})
export const getPatientSession = defineCall({
  ...read,
  path: '/patient/get_patient_session/',
  summary: 'The patient this session works on, as a string of a dictionary',
  allow: [...patient, ...staff],
  care: 'visits',
  leavesOut: 'see_medical',
  response: z.object({ patient: z.string() }),
})
