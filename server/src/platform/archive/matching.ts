import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { StudySummary } from './summary.ts'

export type Match = { patient: string } | { patient: null; reason: 'nobody' | 'several' | 'birth_date' }

/**
 * Whose study it is: the living patient of the scope whose MRN is the DICOM PatientID, else the one whose patient id is. The birth
 * dates must agree when both are known. A name alone never matches, and nobody is made from DICOM.
 */
export const matchOf = async (db: Db, { dicom_patient_id, dicom_birth_date }: StudySummary): Promise<Match> => {
  const id = dicom_patient_id.trim()
  if (id === '') return { patient: null, reason: 'nobody' }
  const { rows } = await sql<{ patient_id: string; by_mrn: boolean; birth_agrees: boolean }>`
    select patient_id, mrn_number = ${id} as by_mrn,
           (dob is null or ${dicom_birth_date} = '' or to_char(dob, 'YYYYMMDD') = ${dicom_birth_date}) as birth_agrees
      from patients where deleted_at is null and (mrn_number = ${id} or code = ${id.toUpperCase()})`.execute(db)
  const byMrn = rows.filter(({ by_mrn }) => by_mrn)
  const found = byMrn.length > 0 ? byMrn : rows
  if (found.length > 1) return { patient: null, reason: 'several' }
  const [only] = found
  if (!only) return { patient: null, reason: 'nobody' }
  return only.birth_agrees ? { patient: only.patient_id } : { patient: null, reason: 'birth_date' }
}
