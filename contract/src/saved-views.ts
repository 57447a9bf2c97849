import { z } from 'zod'
import { byStaff, callsOf } from './call.ts'
import { requiredLine } from './fields.ts'
import { patientStatuses, patientTypes } from './patient-fields.ts'
import { patientSorts } from './patient-list.ts'
import { message } from './session.ts'

const defineCall = callsOf('saved-views')

export const maxSavedViews = 20

/** What a view keeps of the patient list's address; no search text, which may name a patient. */
const ViewFilters = z.object({
  status: z.enum(patientStatuses).optional(),
  patient_type: z.enum(patientTypes).optional(),
  sort: z.enum(patientSorts).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
export type ViewFilters = z.output<typeof ViewFilters>

export const SavedViewForm = z.object({ name: requiredLine('Please give the view a name', 40), filters: ViewFilters })

const SavedView = SavedViewForm.extend({ view_id: z.uuid() })
export type SavedView = z.output<typeof SavedView>

const own = {
  ...byStaff,
  audit: { none: 'the caller’s own, and holds nothing of a patient' },
} as const

export const listSavedViews = defineCall({
  ...own,
  method: 'GET',
  path: '/operator/saved_views/',
  summary: 'The caller’s own views of the patient list, by name',
  response: z.object({ views: z.array(SavedView) }),
})
export const addSavedView = defineCall({
  ...own,
  idempotent: true,
  method: 'POST',
  path: '/operator/saved_views/',
  summary: 'Save a view of the patient list',
  body: SavedViewForm,
  response: SavedView,
})
export const removeSavedView = defineCall({
  ...own,
  idempotent: true,
  method: 'DELETE',
  path: '/operator/saved_views/:view_id/',
  summary: 'Delete a saved view',
  params: z.object({ view_id: z.uuid() }),
  response: message,
})
