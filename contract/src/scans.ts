import { z } from 'zod'
import { callsOf } from './call.ts'
import { newestFirstQuery, pageTotals } from './paging.ts'
import { refusalGroundNames } from './refusal-grounds.ts'
import { patient, staff } from './roles.ts'

const defineCall = callsOf('scans')

/** Date and time are the DICOM digits, YYYYMMDD and HHMMSS. */
export const Scan = z.object({
  study_UID: z.string(),
  study_date: z.string(),
  study_time: z.string(),
  scan_type: z.string(),
  source: z.string(),
  seriesId: z.string(),
  timestamp: z.string(),
})

export const requestStatuses = ['none', 'pending', 'approved', 'declined', 'expired', 'revoked'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** A scan as staff see it, with its patient's access. */
export const StaffScan = Scan.extend({
  access: z.enum(requestStatuses).default('none'),
  /** YYYY-MM-DD, the last day on which the scan is or was open. */
  access_until: z.string().nullable().default(null),
})
export type StaffScan = z.output<typeof StaffScan>

/** A scan as its patient sees it: without a way to the images until it is open. */
export const MyScan = Scan.omit({ seriesId: true }).extend({
  view_access: z.boolean(),
  request_status: z.enum(requestStatuses),
  /** For a decline or a revocation; like the ground, only for the signer of the request's form. */
  reason: z.string(),
  /** YYYY-MM-DD, the last day on which the scan is open; null for one that the project opens without a request. */
  access_until: z.string().nullable(),
  /** When the newest request was made, null if the scan was closed without one, and when it was decided or its access revoked. */
  requested_at: z.string().nullable().default(null),
  decided_at: z.string().nullable().default(null),
  /** YYYY-MM-DD, the due day of the newest request while it is pending; whether it has passed, and why it was extended. */
  answer_by: z.string().nullable().default(null),
  is_late: z.boolean().default(false),
  is_extended: z.boolean().default(false),
  extension_reason: z.string().default(''),
  /**
   * The newest request was signed by somebody else: for the patient, by a caregiver; for a caregiver, by the patient or another caregiver.
   */
  asked_by_other: z.boolean().default(false),
  /** For a decline. */
  ground: z.enum(refusalGroundNames).nullable().default(null),
  /** Also given for a closed scan, whose series is not. */
  has_images: z.boolean().default(true),
  /** The text of its signed form has since changed in what has to be agreed to. */
  sign_again: z.boolean().default(false),
  seriesId: z.string().nullable(),
})
export type MyScan = z.output<typeof MyScan>

const list = {
  method: 'GET',
  limit: 'session',
  audit: 'scan.list',
  params: z.object({ key: z.string() }),
  query: newestFirstQuery,
} as const

export const listMyScans = defineCall({
  ...list,
  path: '/patient/get_patient_scan_list/:key/',
  summary: "The patient's own scans, and which of them are open",
  allow: patient,
  care: 'images',
  /** `contact` is where the clinic takes complaints. */
  response: z.object({
    scans: z.array(MyScan),
    contact: z.object({ email: z.string(), phone: z.string() }).default({ email: '', phone: '' }),
    ...pageTotals,
  }),
})
export const listScans = defineCall({
  ...list,
  path: '/operator/get_patient_scan_list/:key/',
  summary: 'The scans of a patient',
  allow: staff,
  response: z.object({ scans: z.array(StaffScan), ...pageTotals }),
})
