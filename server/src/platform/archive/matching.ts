import type { UnmatchedReason } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { StudySummary } from './summary.ts'

export type Match = { patient: string } | { patient: null; reason: Exclude<UnmatchedReason, 'changed'> }

/** An id says who somebody is only among those of its issuer. One without an issuer counts as the clinic's own. */
const isOwnIssuer = async (db: Db, issuer: string) => {
  if (issuer.trim() === '') return true
  const { patient_id_issuers } = await db.selectFrom('projects').select('patient_id_issuers').executeTakeFirstOrThrow()
  return patient_id_issuers.includes(issuer.trim())
}

/**
 * Whose study it is: the one living patient of the scope whose MRN or patient id is the DICOM PatientID. The birth dates must agree
 * when both are known. A name alone never matches, and nobody is made from DICOM.
 */
export const matchOf = async (
  db: Db,
  { dicom_patient_id, dicom_issuer, dicom_birth_date }: StudySummary,
): Promise<Match> => {
  const id = dicom_patient_id.trim()
  if (id === '') return { patient: null, reason: 'nobody' }
  if (!(await isOwnIssuer(db, dicom_issuer))) return { patient: null, reason: 'issuer' }
  const { rows } = await sql<{ patient_id: string; birth_agrees: boolean }>`
    select patient_id, (dob is null or ${dicom_birth_date} = '' or to_char(dob, 'YYYYMMDD') = ${dicom_birth_date}) as birth_agrees
      from patients where deleted_at is null and ((mrn_number = ${id} and mrn_number <> '') or code = ${id.toUpperCase()})`.execute(
    db,
  )
  const [only, another] = rows
  if (another) return { patient: null, reason: 'several' }
  if (!only) return { patient: null, reason: 'nobody' }
  return only.birth_agrees ? { patient: only.patient_id } : { patient: null, reason: 'birth_date' }
}
