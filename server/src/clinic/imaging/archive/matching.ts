import type { UnmatchedReason } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { dicomBirthDate } from '../../records/record-sql.ts'
import { mismatchOf, type Person } from './same-person.ts'
import type { StudySummary } from './summary.ts'

/** `isLate`: matched by what was entered since the study came. */
export type Match =
  | { patient: string; isLate: boolean }
  | { patient: null; reason: Exclude<UnmatchedReason, 'changed'> }

/** An id identifies a person only among those of its issuer. One without an issuer counts as the clinic's own. */
const isOwnIssuer = async (db: Db, issuer: string) => {
  if (issuer.trim() === '') return true
  const { patient_id_issuers } = await db.selectFrom('projects').select('patient_id_issuers').executeTakeFirstOrThrow()
  return patient_id_issuers.includes(issuer.trim())
}

/**
 * Where a match opens images at once, a name, number or birth date entered since the study `s` came proves nothing about the patient `p`:
 * someone who knows what is waiting could have entered it.
 */
const isLate = 'greatest(p.created_at, p.identity_changed_at) > s.received_at'
export const isIdentityLate = `projects.own_images_open and ${isLate}`

/** What DICOM says of the patient of a study. */
export type StudyPatient = Pick<
  StudySummary,
  'study_uid' | 'dicom_patient_id' | 'dicom_issuer' | 'dicom_patient_name' | 'dicom_birth_date'
>

/**
 * The study's patient: the one patient of the scope who is not deleted, whose MRN or patient id is the DICOM PatientID, and whose birth
 * date or, if one is missing, name agrees.
 * The study has its row already.
 * An id alone never matches, nor does a name alone, and no patient is created from DICOM. The patient stays as it was read until the match
 * is written.
 */
export const matchOf = async (db: Db, summary: StudyPatient): Promise<Match> => {
  const id = summary.dicom_patient_id.trim()
  if (id === '') return { patient: null, reason: 'nobody' }
  if (!(await isOwnIssuer(db, summary.dicom_issuer))) return { patient: null, reason: 'issuer' }
  const { rows } = await sql<Person & { patient_id: string; is_late: boolean; is_refused: boolean }>`
    select p.patient_id, p.first_name, p.last_name, coalesce(${dicomBirthDate}, '') as dob, ${sql.raw(isLate)} as is_late, ${sql.raw(isIdentityLate)} as is_refused
      from patients p
      join projects on projects.project_id = p.project_id
      join studies s on s.project_id = p.project_id and s.study_uid = ${summary.study_uid}
     where p.deleted_at is null and ((p.mrn_number = ${id} and p.mrn_number <> '') or p.code = ${id.toUpperCase()})
     for share of p`.execute(db)
  const [only, another] = rows
  if (another) return { patient: null, reason: 'several' }
  if (!only) return { patient: null, reason: 'nobody' }
  const reason = mismatchOf(only, summary) ?? (only.is_refused ? 'birth_date' : undefined)
  return reason ? { patient: null, reason } : { patient: only.patient_id, isLate: only.is_late }
}
