import type { Audience, CareArea, Role } from '@fornix/contract'
import type { Moving } from '../database/moving.ts'
import { type PatientId, type ProjectId, patientId, projectId } from '../database/scope.ts'
import type { SecondFactor } from './second-factor.ts'

/** The caller. Read from the database on every request, so that a changed role or deleted account takes effect at once. */
export type Caller = {
  session: string
  login: string
  project: ProjectId
  audience: Audience
  role: Role
  /** The internal id of the patient or provider record, or of the registration that will become one. */
  person: string
  /** False while a registration's email address is unconfirmed. */
  confirmed: boolean
  patient: PatientId | null
  /** The name shown on what the caller writes: a caregiver's includes both names. */
  name: string
  email: string
  /** The patient whom this session works on. */
  focus: string | null
  /** The caregiver acting for the patient, and in which areas; null for users who act for themselves. */
  caregiver: { id: string; name: string; email: string; areas: CareArea[] } | null
  /** What the session lacks of a second factor. */
  secondFactor: SecondFactor
  /** Time since the person last did something in the session. */
  idleMs: number
  /** Null while the project is open. */
  closed: Moving | null
  /** The only studies that this request's viewer may see; null without a viewer. */
  onlyStudies: string[] | null
}

export type SessionRow = {
  session_id: string
  login_id: string
  project_id: string
  audience: Audience
  role: Role
  person: string
  confirmed: boolean
  patient_id: string | null
  name: string
  email: string
  focus_patient_id: string | null
  caregiver_id: string | null
  caregiver_name: string
  caregiver_email: string
  areas: CareArea[]
  second_factor: SecondFactor
  back_at: string | null
  moved_to: string | null
  generation: number
  rotated_ms: number
  seen_ms: number
  present_ms: number
  left_ms: number
}

/**
 * Queries for the rows of sessions that have not ended, whose people still exist: `one` by project and session, `many` by lists of both;
 * `facts` adds what the login's roles and projects require of the session.
 */
export type SessionQueries = { one: string; many: string; facts: string }

/** The acting person's id in the audit trail. Caregivers act under their own id, and as the patient's record in everything else. */
export const actorOf = ({ caregiver, person }: Pick<Caller, 'caregiver' | 'person'>) => caregiver?.id ?? person

/** The patient whom an act of somebody's own sign-in concerns: a caregiver's does not concern the patient. */
export const patientOf = ({ caregiver, patient }: { caregiver: object | null; patient: string | null }) =>
  caregiver ? null : patient

const caregiverOf = ({ caregiver_id, caregiver_name, caregiver_email, areas }: SessionRow) =>
  caregiver_id === null ? null : { id: caregiver_id, name: caregiver_name, email: caregiver_email, areas }

export const callerOf = (row: SessionRow): Caller => ({
  session: row.session_id,
  login: row.login_id,
  project: projectId(row.project_id),
  audience: row.audience,
  role: row.role,
  person: row.person,
  confirmed: row.confirmed,
  patient: row.patient_id === null ? null : patientId(row.patient_id),
  name: row.caregiver_id === null ? row.name : `${row.caregiver_name}, for ${row.name}`,
  email: row.email,
  focus: row.focus_patient_id,
  caregiver: caregiverOf(row),
  secondFactor: row.second_factor,
  idleMs: row.present_ms,
  closed: row.back_at === null ? null : { back_at: row.back_at, moved_to: row.moved_to },
  onlyStudies: null,
})
