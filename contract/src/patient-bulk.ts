import { z } from 'zod'
import { BulkLine, patientIds, tooManySelected } from './bulk.ts'
import { callsOf } from './call.ts'
import { line, requiredLine } from './fields.ts'
import { maxBulk } from './limits.ts'
import { patientStatuses } from './patient-fields.ts'
import { patientFilters } from './patient-list.ts'
import { staff } from './roles.ts'

const defineCall = callsOf('patients')

/** Some patients by their ids, or all that a filter shows: `total` is how many the sender saw. */
export const PatientSelection = z
  .object({
    patients: patientIds.optional(),
    filter: patientFilters.omit({ deleted: true }).optional(),
    total: z.number().int().max(maxBulk, tooManySelected).optional(),
  })
  .refine(({ patients, filter, total }) => (patients ? !filter : filter && total !== undefined), {
    error: 'Please name patients, or a filter and its total',
    path: ['patients'],
  })
export type PatientSelection = z.input<typeof PatientSelection>

/** What restores a changed record's values, as long as nobody has changed it since. */
export const PatientUndo = z.object({
  patient_id: z.string().max(60),
  version: z.number().int(),
  status: z.enum(patientStatuses).optional(),
  provider_id: line(60).optional(),
  physician_name: line().optional(),
})
export type PatientUndo = z.output<typeof PatientUndo>

const many = { method: 'POST', allow: staff, limit: 'bulk' } as const
const changed = z.object({ lines: z.array(BulkLine.extend({ undo: PatientUndo.nullable() })) })

export const setPatientStatuses = defineCall({
  ...many,
  path: '/operator/set_patient_statuses/',
  summary: 'Change the status of several patients',
  audit: 'patient.update',
  body: z.object({ which: PatientSelection, status: z.enum(patientStatuses, 'Please choose a status') }),
  response: changed,
})
export const assignPhysician = defineCall({
  ...many,
  path: '/operator/assign_physician/',
  summary: 'Assign a physician to several patients',
  audit: 'patient.update',
  body: z.object({ which: PatientSelection, provider_id: requiredLine('Please choose a physician', 60) }),
  response: changed,
})
export const undoPatientChanges = defineCall({
  ...many,
  path: '/operator/undo_patient_changes/',
  summary: 'Undo a change to several patients',
  audit: 'patient.update',
  body: z.object({ changes: z.array(PatientUndo).min(1).max(maxBulk, tooManySelected) }),
  response: z.object({ lines: z.array(BulkLine) }),
})
export const emailPatients = defineCall({
  ...many,
  path: '/operator/email_patients/',
  right: 'send_email',
  summary: 'Send several patients an email each',
  ifLost: 'again',
  audit: 'email.send',
  body: z.object({
    which: PatientSelection,
    template_id: z.string().max(60),
    /** The template's version as the sender saw it. */
    version: z.number().int(),
    /** One per sending: on a repeat after a lost response, nobody gets a second email. */
    send_key: z.uuid(),
  }),
  response: z.object({ lines: z.array(BulkLine) }),
})
