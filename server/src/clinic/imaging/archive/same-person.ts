import { wordsOf } from '../../records/search-words.ts'

/** The portal's patient, `dob` as YYYYMMDD or empty. */
export type Person = { first_name: string; last_name: string; dob: string }
/** DICOM's data about the person: a name in its groups (PS3.5 6.2.1), a birth date or nothing. */
export type Named = { dicom_patient_name: string; dicom_birth_date: string }
/** `unproven`: neither birth date nor full name can be compared. */
export type Mismatch = 'birth_date' | 'name' | 'unproven'

const isInitial = (word: string) => /^\p{Script=Latin}$/u.test(word)
const isFull = (word: string) => !isInitial(word)
/** The folded words; an apostrophe does not split a name: O'Brien is one word. */
const nameWords = (text: string): string[] => wordsOf(text.replace(/['’‘ʼ`´]/g, ''))
const joined = (...texts: string[]) => texts.map((text) => nameWords(text).join('')).join('')

/** What is left of both lists after equal words are paired off. */
const pairedOff = (one: string[], other: string[], isEqual: (a: string, b: string) => boolean) => {
  const rest = [...other]
  const alone = one.filter((word) => {
    const at = rest.findIndex((candidate) => isEqual(word, candidate))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [alone, rest] as const
}
const isInitialOf = (a: string, b: string) => a[0] === b[0] && (isInitial(a) || isInitial(b))

/**
 * The words in any order, with at least a first and a last name in full.
 * Only one of the two may have more words: a middle name, a second family name, a suffix; an initial matches a middle name.
 */
const hasSameWords = (group: string, { first_name, last_name }: Person) => {
  const [family = '', given = '', middle = '', , suffix = ''] = group.split('^')
  const dicomWords = nameWords([family, given, middle, suffix].join(' '))
  const [first, last] = [nameWords(first_name), nameWords(last_name)]
  const recordWords = [...first, ...last]
  const [unmatchedDicomWords, unmatchedRecordWords] = pairedOff(dicomWords, recordWords, (a, b) => a === b)
  const [shared] = pairedOff(dicomWords.filter(isFull), unmatchedDicomWords, (a, b) => a === b)
  if (!first.some((word) => shared.includes(word)) || !last.some((word) => shared.includes(word))) return false
  const [extraDicomWords, extraRecordWords] = pairedOff(unmatchedDicomWords, unmatchedRecordWords, isInitialOf)
  return extraDicomWords.length === 0 || extraRecordWords.length === 0
}

/** Written as one word, or split differently: "DELACRUZ^MARIA" is Maria De La Cruz, "王小明" is 小明 王. */
const hasSameLetters = (group: string, { first_name, last_name }: Person) => {
  const [family = '', given = ''] = group.split('^')
  return [joined(first_name, last_name), joined(last_name, first_name)].includes(joined(family, given))
}

/** A family name alone is not enough to compare. */
const isFullName = (words: string[]) => words.filter(isFull).length >= 2

const scripts = 'Latin Cyrillic Greek Han Hiragana Katakana Hangul Arabic Hebrew Devanagari Thai'
  .split(' ')
  .map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
const areInOneScript = (one: string[], other: string[]) =>
  scripts.some((script) => one.some((word) => script.test(word)) && other.some((word) => script.test(word)))

/** Twins share all but their given names; a family name may have changed since. */
const hasOtherGivenName = (name: string, { first_name }: Person) => {
  const recordWords = nameWords(first_name)
  const groups = name.split('=').map((group) => {
    const [family = '', given = '', middle = ''] = group.split('^')
    const dicomWords = nameWords([given, middle].join(' '))
    const isShared =
      recordWords.some((word) => dicomWords.includes(word) || nameWords(family).includes(word)) ||
      recordWords.some((word) => dicomWords.some((other) => isInitialOf(word, other))) ||
      [joined(given), joined(given, middle)].includes(joined(first_name))
    return { isShared, isComparable: areInOneScript(recordWords.filter(isFull), dicomWords.filter(isFull)) }
  })
  return groups.some(({ isComparable }) => isComparable) && !groups.some(({ isShared }) => isShared)
}

/** Why these may not be one person although they share an id; undefined if birth date or name agree. */
export const mismatchOf = (patient: Person, { dicom_patient_name, dicom_birth_date }: Named): Mismatch | undefined => {
  if (patient.dob !== '' && dicom_birth_date !== '') {
    if (patient.dob !== dicom_birth_date) return 'birth_date'
    return hasOtherGivenName(dicom_patient_name, patient) ? 'name' : undefined
  }
  if (nameWords(patient.first_name).length === 0 || nameWords(patient.last_name).length === 0) return 'unproven'
  const groups = dicom_patient_name.split('=')
  if (groups.some((group) => hasSameWords(group, patient) || hasSameLetters(group, patient))) return undefined
  return groups.some((group) => isFullName(nameWords(group))) ? 'name' : 'unproven'
}

/** Two files of one study name two people: both have a date of birth, and they differ. */
export const areOthers = (one: string, other: string) => one !== '' && other !== '' && one !== other
