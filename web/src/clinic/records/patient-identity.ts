import type { StaffPatient } from '@fornix/contract'
import { messages } from './messages.ts'

const texts = messages.person
type Identified = Pick<StaffPatient, 'dob' | 'age' | 'gender' | 'mrn_number'> & Marked
type Marked = { has_namesake?: boolean | undefined }

type Birth = Pick<Identified, 'dob' | 'age'>
/** An age may be known without a birth date. */
const birthFacts = ({ dob, age }: Birth) => [dob || texts.noDob, ...(age === null ? [] : [texts.years(age)])]

/** `04-17-1986 · 40 years` */
export const birthOf = (patient: Birth) => birthFacts(patient).join(' · ')

export const mrnOf = ({ mrn_number }: Pick<Identified, 'mrn_number'>) =>
  mrn_number ? texts.mrn(mrn_number) : texts.noMrn

/** For a patient who shares a name with another. */
const sameNameOf = ({ has_namesake }: Marked) => has_namesake && texts.sameName

/** Birth date, age, sex and MRN, if known. */
export const factsOf = (patient: Identified) => [
  ...birthFacts(patient),
  ...(patient.gender ? [patient.gender] : []),
  mrnOf(patient),
]

/** What tells two people of the same name apart, shown beside a name to staff. */
export const identityOf = (patient: Identified) =>
  [...factsOf(patient), sameNameOf(patient)].filter(Boolean).join(' · ')

type Short = { dob: string | null; mrn_number: string } & Marked
/** The same if only birth date and MRN are known. */
export const shortIdentityOf = (patient: Short) =>
  [patient.dob, mrnOf(patient), sameNameOf(patient)].filter(Boolean).join(' · ')

/** `(555) 010-2345`; anything that is not ten digits stays as it is. */
export const phoneOf = (number: string) => number.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
