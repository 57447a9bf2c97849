import { z } from 'zod'

const uuid = z.uuid()

// The pattern check is what makes it safe to write these into a `set local`, which takes no parameters.
export type ProjectId = string & { readonly brand: 'project' }
export type PatientId = string & { readonly brand: 'patient' }
/** Which project, and which patient when the caller is one. Staff are the word `any`: an empty value never means all. */
export type Scope = { project: ProjectId; patient: PatientId | 'any' }

export const projectId = (id: string) => uuid.parse(id) as ProjectId
export const patientId = (id: string) => uuid.parse(id) as PatientId
export const staffScope = (project: ProjectId): Scope => ({ project, patient: 'any' })
