import type { StaffPatient } from '@fornix/contract'
import { messages } from '../../platform/base/messages.ts'

const texts = messages.person
type Identified = Pick<StaffPatient, 'dob' | 'age' | 'gender' | 'mrn_number'> & Marked
type Marked = { has_namesake?: boolean | undefined }

/** `04-17-1986 · 40 years`; an age may be known without the date. */
export const birthOf = ({ dob, age }: Pick<Identified, 'dob' | 'age'>) =>
  [dob || texts.noDob, age !== null && texts.years(age)].filter(Boolean).join(' · ')

export const mrnOf = ({ mrn_number }: Pick<Identified, 'mrn_number'>) =>
  mrn_number ? texts.mrn(mrn_number) : texts.noMrn

/** Of a patient whom another one shares the name with. */
const sameNameOf = ({ has_namesake }: Marked) => has_namesake && texts.sameName

/** What tells two people of one name apart, for beside a name that staff see. */
export const identityOf = (patient: Identified) =>
  [birthOf(patient), patient.gender, mrnOf(patient), sameNameOf(patient)].filter(Boolean).join(' · ')

type Short = { dob: string | null; mrn_number: string } & Marked
/** The same where only birth date and MRN are known. */
export const shortIdentityOf = (patient: Short) =>
  [patient.dob, mrnOf(patient), sameNameOf(patient)].filter(Boolean).join(' · ')

/** `(555) 010-2345`; anything that is not ten digits stays as it is. */
export const phoneOf = (number: string) => number.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
