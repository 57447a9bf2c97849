import { type CareArea, careAreas } from '@fornix/contract'
import { z } from 'zod'

const uuid = z.uuid()

// The brand says that the shape was checked: the policies compare these as texts.
export type ProjectId = string & { readonly brand: 'project' }
export type PatientId = string & { readonly brand: 'patient' }
/** Which project, and which patient when the caller is one. Staff are the word `any`: an empty value never means all. */
export type Scope = { project: ProjectId; patient: PatientId | 'any'; care?: CareScope }
/** What a caregiver's transaction may hold of the record, as the policies read it. Without one it holds all that the patient's does. */
export type CareScope = string & { readonly brand: 'care' }

export const projectId = (id: string) => uuid.parse(id) as ProjectId
export const patientId = (id: string) => uuid.parse(id) as PatientId
export const allShared = 'all' as CareScope
/** The caregiver's own id and login, and the areas that were shared. */
export const careScope = (caregiver: string, login: string, areas: readonly CareArea[]) =>
  [uuid.parse(caregiver), uuid.parse(login), ...careAreas.filter((area) => areas.includes(area))].join(' ') as CareScope
export const staffScope = (project: ProjectId): Scope => ({ project, patient: 'any' })
/** For this transaction, as `set local` does; that would be parsed each time, because it takes no parameters. */
export const setScope =
  "select set_config('app.project_id', $1, true), set_config('app.patient_id', $2, true), set_config('app.care', $3, true)"
