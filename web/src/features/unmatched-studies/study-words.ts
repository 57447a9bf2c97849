import type { UnmatchedStudy } from '@fornix/contract'
import type { FoundPatient } from '../../clinic/records/PatientFinder.tsx'
import { studyListDate } from '../../clinic/scans/study-dates.ts'
import { messages } from './messages.ts'

/** What an admin is about to decide. */
export type Decision = { kind: 'assign' | 'reject' | 'undo'; study: UnmatchedStudy }

/** A DICOM name, Family^Given^Middle in the first script given, formatted for a list. */
export const dicomName = (name: string) => {
  const [family = '', ...given] = (name.split('=').find(Boolean) ?? '').split('^').map((part) => part.trim())
  return [family, given.filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

export const birthDate = (digits: string) => (/^\d{8}$/.test(digits) ? studyListDate(digits) : digits)
/** Digits that are not a date are shown unchanged. */
export const scanDay = ({ study_date }: UnmatchedStudy) =>
  /^\d{8}$/.test(study_date) ? studyListDate(study_date) : study_date
export const scanName = (study: UnmatchedStudy) => messages.scanOf(scanDay(study))

/** Letters that Unicode does not decompose, and scanners write without their sign. */
const plain: Record<string, string> = { æ: 'ae', đ: 'd', ı: 'i', ł: 'l', ø: 'o', œ: 'oe', ß: 'ss' }
/** O'Brien is one word, as in OBRIEN. */
const wordsOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[æđıłøœß]/g, (letter) => plain[letter] ?? letter)
    .match(/[\p{L}\p{N}]+/gu) ?? []
/** Middle names are often left out, and the order varies. */
const isSameName = (one: string[], other: string[]) => {
  const [few, many] = one.length < other.length ? [one, other] : [other, one]
  return few.every((word) => many.includes(word))
}

/** What contradicts the choice of this patient: a name or birth date that is missing contradicts nothing. */
export const contradictions = ({ dicom }: UnmatchedStudy, { name, dob }: FoundPatient) => ({
  name: !isSameName(wordsOf(dicomName(dicom.name)), wordsOf(name)),
  dob: dicom.birth_date !== '' && Boolean(dob) && birthDate(dicom.birth_date) !== dob,
})
