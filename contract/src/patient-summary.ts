import { z } from 'zod'
import { medicalNeeds } from './appointments.ts'
import { callsOf } from './call.ts'
import { staff } from './roles.ts'
import { requestStatuses } from './scans.ts'
import { ScreeningState } from './screening.ts'

const defineCall = callsOf('patient-summary')

export const PatientSummary = z.object({
  time_zone: z.string(),
  /** The newest scan, with its patient's access. The date is the DICOM digits. */
  last_scan: z
    .object({
      study_UID: z.string(),
      seriesId: z.string(),
      study_date: z.string(),
      scan_type: z.string(),
      access: z.enum(requestStatuses),
      access_until: z.string().nullable(),
    })
    .nullable(),
  next_visit: z.string().nullable(),
  /** For the next visit; without one, now. */
  screening: z.object({ state: ScreeningState, good_until: z.string().nullable() }),
  /** Medical information that nobody has filled in; null if the project withholds it from the reader. */
  missing: z.array(z.enum(medicalNeeds)).nullable(),
  /** When the newest authorization form valid on the day of the next visit, or today without one, was signed, or null. */
  form_signed: z.string().nullable(),
  /** Requested and neither paid nor rejected. */
  unpaid: z.object({ count: z.number().int(), amount: z.string() }),
  files: z.object({
    count: z.number().int(),
    /** Uploaded since the reader last marked notifications as read. */
    unread: z.number().int(),
  }),
})
export type PatientSummary = z.output<typeof PatientSummary>

export const getPatientSummary = defineCall({
  method: 'GET',
  path: '/operator/patient_summary/:key/',
  summary:
    'What a record holds, at a glance: last scan, next visit, MRI safety, what is missing, unpaid requests, files',
  allow: staff,
  leavesOut: 'see_medical',
  inEmergency: true,
  limit: 'session',
  audit: 'patient.summary',
  params: z.object({ key: z.string() }),
  response: PatientSummary,
})
