import { type attentionFields, mayBePregnant, medicalNeeds } from '@fornix/contract'
import { sql } from 'kysely'
import { ageAtSite } from './patient-record.ts'

export type Medical = Record<(typeof medicalNeeds)[number] | (typeof attentionFields)[number], string | null> & {
  years: number | null
}

/** The medical information of a patient `p` as `Medical`. */
export const medicalOf = sql`jsonb_build_object('neck_length', p.neck_length, 'head_circumference', p.head_circumference, 'gender', p.gender,
  'pregnant_or_nursing', p.pregnant_or_nursing, 'birth_control_pills', p.birth_control_pills,
  'previous_history', p.previous_history, 'travel_restrictions', p.travel_restrictions,
  'participating_in_research', p.participating_in_research, 'age', coalesce(p.age::text, p.dob::text),
  'years', ${ageAtSite})`

const ofPregnancy: readonly string[] = ['pregnant_or_nursing', 'birth_control_pills']

/** Medical information required before a scan, and missing. */
export const missingOf = (medical: Medical) => {
  const countsPregnancy = mayBePregnant({ gender: medical.gender ?? '', age: medical.years })
  return medicalNeeds.filter((field) => !medical[field] && (countsPregnancy || !ofPregnancy.includes(field)))
}
