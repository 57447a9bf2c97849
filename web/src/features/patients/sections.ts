import {
  type Args,
  contactRules,
  keysOf,
  MedicalForm,
  type MedicalInformation,
  type OwnPatient,
  PatientEdit,
  pick,
  type StaffPatient,
  type updatePatient,
} from '@fornix/contract'
import { translated } from '../../platform/language/t.ts'
import { messages } from './messages.ts'

export type PatientChanges = NonNullable<Args<typeof updatePatient>['body']>

const contactNames = keysOf(contactRules)
export const contactValues = (patient: OwnPatient) => pick(patient, contactNames)
export type ContactValues = ReturnType<typeof contactValues>

const study = {
  physician_name: true,
  patient_type: true,
  status: true,
  status_comment: true,
  indication: true,
  priority: true,
  md_review: true,
  full_coverage: true,
  recruitment_source: true,
  other_recruitment_source: true,
  additional_comments: true,
} as const
const StudyForm = PatientEdit.pick(study)
const StudyFormWithMrn = PatientEdit.pick({ ...study, mrn_number: true })
/** Only a SuperAdmin writes the MRN, so only then does an empty one block the form. */
export const studyForm = (writesMrn: boolean) => (writesMrn ? StudyFormWithMrn : StudyForm)

const studyNames = keysOf(StudyFormWithMrn.shape)
export const studyValues = (patient: StaffPatient) => pick(patient, studyNames)
export type StudyValues = ReturnType<typeof studyValues>

const medicalNames = keysOf(MedicalForm.shape)
export const medicalValues = (medical: MedicalInformation) => pick(medical, medicalNames)
export type MedicalValues = ReturnType<typeof medicalValues>

export const fieldLabels = messages.fields

export const yesNoOf = (value: string) =>
  value === 'Y' ? messages.yes : value === 'N' ? messages.no : translated(value)
