import { sql } from 'kysely'
import { hasNamesake } from './namesakes.ts'

/** The full name in a row of patients, providers, or caregivers, by the row's alias; empty, not null, if a left join found no row. */
export const fullName = (alias: string) =>
  sql<string>`concat_ws(' ', ${sql.ref(`${alias}.first_name`)}, ${sql.ref(`${alias}.last_name`)})`

/** The birth date of patient `p` as the contract writes it: MM-DD-YYYY; null if unknown. */
export const wireBirthDate = sql<string | null>`to_char(p.dob, 'MM-DD-YYYY')`
/** The birth date of patient `p` as DICOM writes it: YYYYMMDD; null if unknown. */
export const dicomBirthDate = sql<string | null>`to_char(p.dob, 'YYYYMMDD')`

/** The contract's PatientIdentity of patient `p`, as columns. */
export const patientIdentity = sql`p.code as patient_id, ${fullName('p')} as name, coalesce(${wireBirthDate}, '') as dob,
  p.mrn_number, ${hasNamesake} as has_namesake`
/** The same as one JSON object. */
export const patientIdentityJson = sql`jsonb_build_object('patient_id', p.code, 'name', ${fullName('p')},
  'dob', coalesce(${wireBirthDate}, ''), 'mrn_number', p.mrn_number, 'has_namesake', ${hasNamesake})`

/** Id and name of a provider, by the row's alias, as a JSON object; null if a left join found no row. */
export const colleagueJson = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.provider_id`)} is not null
       then jsonb_build_object('provider_id', ${sql.ref(`${alias}.code`)}, 'name', ${fullName(alias)}) end`
