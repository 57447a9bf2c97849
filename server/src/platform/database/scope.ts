import { type CareArea, careAreas } from '@fornix/contract'
import { z } from 'zod'

const uuid = z.uuid()

// The brand says that the format was checked: the policies compare these as text.
export type ProjectId = string & { readonly brand: 'project' }
export type PatientId = string & { readonly brand: 'patient' }
/** The project, and the patient if the caller is one. Staff use the word `any`: an empty value never means all. */
export type Scope = { project: ProjectId; patient: PatientId | 'any'; care?: CareScope }
/** What a caregiver's transaction may see of the record, in the policies' format. Without one it sees all that the patient does. */
export type CareScope = string & { readonly brand: 'care' }

export const projectId = (id: string) => uuid.parse(id) as ProjectId
export const patientId = (id: string) => uuid.parse(id) as PatientId
export const allShared = 'all' as CareScope
/** The caregiver's own id and login, and the areas shared with them. */
export const careScope = (caregiver: string, login: string, areas: readonly CareArea[]) =>
  [uuid.parse(caregiver), uuid.parse(login), ...careAreas.filter((area) => areas.includes(area))].join(' ') as CareScope
export const staffScope = (project: ProjectId): Scope => ({ project, patient: 'any' })
/** For this transaction, like `set local`, which would be parsed each time because it takes no parameters. */
export const setScope =
  "select set_config('app.project_id', $1, true), set_config('app.patient_id', $2, true), set_config('app.care', $3, true)"
