import type { StaffPatient } from '@fornix/contract'

type Identified = Pick<StaffPatient, 'mrn_number' | 'dob' | 'patient_id'>

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const numbersOf = (text: string) => (text.match(/\d+/g) ?? []).map(Number).join('-')

/** Whether the typed text is the patient's MRN or date of birth (`4/17/1986`, `04171986`); the patient id if both are unknown. */
export const provesIdentity = (typed: string, { mrn_number, dob, patient_id }: Identified) => {
  if (plain(typed) === '') return false
  const identifiers = [mrn_number, dob ?? ''].filter(Boolean)
  const accepted = identifiers.length > 0 ? identifiers : [patient_id]
  return accepted.some((one) => plain(one) === plain(typed)) || (dob !== null && numbersOf(dob) === numbersOf(typed))
}
