import { dayMs, indications, patientStatuses, races, recruitmentSources } from '@fornix/contract'
import { nameKeys, newPatientCode } from '@fornix/server/clinic/records/patient-record.ts'
import { patientWords, wordsVersion } from '@fornix/server/clinic/records/patient-words.ts'
import { fold } from '@fornix/server/clinic/records/search-words.ts'
import { v7 as uuid } from 'uuid'
import { firstNames, lastNames, longLastNames, places, streets } from './names.ts'
import { type Random, randomFrom } from './random.ts'

const genders = ['Female', 'Male'] as const

const lastName = (random: Random) => (random.chance(0.06) ? random.oneOf(longLastNames) : random.oneOf(lastNames))

/** What stands before the @: the name in plain letters. */
const mailboxOf = (...names: string[]) =>
  names
    .map((name) =>
      fold(name)
        .replace(/[’']/g, '')
        .replace(/[^a-z]+/g, '-'),
    )
    .join('.')

const birth = (random: Random, now: Date) => {
  const age = random.between(18, 79)
  const dob = new Date(now.getTime() - age * 365.25 * dayMs - random.between(0, 360) * dayMs)
  return dob.toISOString().slice(0, 10)
}

/** What a clinic knows of a patient depends on how far it has come with them. */
const clinical = (random: Random, n: number, status: string) => {
  const isPatient = random.chance(0.62)
  const source = random.oneOf([...recruitmentSources, ''] as const)
  return {
    status,
    patient_type: isPatient ? 'Patient' : 'Volunteer',
    indication: isPatient ? [random.oneOf(indications), ...(random.chance(0.2) ? ['Other'] : [])] : [],
    mrn_number: isPatient && status !== 'Pending Invite' ? `MRN-${String(100_000 + n)}` : '',
    priority: isPatient ? random.oneOf(['', 'Routine', 'Urgent']) : '',
    md_review: random.oneOf(['', 'Y', 'N']),
    full_coverage: random.oneOf(['', 'Y', 'N']),
    recruitment_source: source,
    other_recruitment_source: source === 'Other' ? 'Newspaper' : '',
  }
}

export type PatientRow = ReturnType<typeof patientRow>
/** The n-th seeded patient of a project, as the columns of the table, with the words that find it. */
const patientRow = (n: number, code: string, now: Date) => {
  const random = randomFrom(n + 1)
  const gender = random.oneOf(genders)
  const [first_name, last_name] = [random.oneOf(firstNames[gender]), lastName(random)]
  const [city, state, zip_code] = random.oneOf(places)
  const email = `${mailboxOf(first_name, last_name)}.${n + 1}@patients.example`
  // The first eight have one status each, so that even a small project shows them all.
  const status = patientStatuses[n] ?? random.oneOf([...patientStatuses, 'Accepted', 'Accepted', 'Scanned', 'Screened'])
  const created = new Date(now.getTime() - random.between(2, 420) * dayMs - random.between(0, dayMs))
  const facts = clinical(random, n, status)
  const person = {
    code,
    email,
    email_key: email,
    first_name,
    last_name,
    ...nameKeys({ first_name, last_name }),
    mobile_number: `${random.oneOf(['617', '312', '212'])}555${String(random.between(100, 9999)).padStart(4, '0')}`,
    address_1: `${random.between(1, 980)} ${random.oneOf(streets)} Street`,
    address_2: random.chance(0.25) ? `Apt ${random.between(1, 40)}` : '',
    city,
    state,
    zip_code,
    dob: birth(random, now),
    gender,
    race: random.oneOf(races),
    ...facts,
  }
  return {
    ...person,
    patient_id: uuid({ msecs: created.getTime() }),
    created_at: created,
    updated_at: created,
    words_version: wordsVersion,
    words: patientWords(person),
  }
}

/** Rows `from` up to `to`; `taken` are the codes in use, and grows. */
export const patientRows = (from: number, to: number, taken: Set<string>, now = new Date()): PatientRow[] =>
  Array.from({ length: to - from }, (_, at) => {
    let code = newPatientCode()
    while (taken.has(code)) code = newPatientCode()
    taken.add(code)
    return patientRow(from + at, code, now)
  })
