import { z } from 'zod'
import { BulkLine, tooManySelected } from './bulk.ts'
import { byAdmins, callsOf } from './call.ts'
import { line, requiredLine, requiredText } from './fields.ts'
import { maxBulk } from './limits.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { refusalGroundNames } from './refusal-grounds.ts'
import { admins, patient } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('scan-access')

const text = line(254)

/** The requester comes from the session; other fields sent by the page's form are ignored. */
export const requestAccess = defineCall({
  method: 'POST',
  path: '/admin/update_pending_requests_admin/',
  summary: 'Ask for access to a scan of one’s own, with a signed form',
  allow: patient,
  care: 'images',
  idempotent: true,
  limit: 'session',
  audit: 'access.request',
  body: z.object({ studyId: requiredLine('Please choose a scan', 64) }),
  response: message,
})

export const PendingRequest = z.object({
  request_id: z.string().default(''),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  studyId: z.string(),
  studyDate: z.string(),
  patient_id: z.string(),
  mrn_number: z.string(),
  /** MM-DD-YYYY; empty if unknown. */
  dob: z.string().default(''),
  age: z.number().int().nullable().default(null),
  gender: z.string().default(''),
  /** Another patient of the project who is not deleted has the same name. */
  has_namesake: z.boolean().default(false),
  physician_name: z.string(),
  provider_id: z.string(),
  project: z.string(),
  form_file_id: z.uuid(),
  requested_at: z.string(),
  /** YYYY-MM-DD, the due day for the answer, at the site. */
  due_on: z.string().default(''),
  /** Below zero once that day has passed. */
  days_left: z.number().int().default(0),
  is_extended: z.boolean().default(false),
  /** Its form waits for a second signature, without which it opens nothing. */
  needs_countersign: z.boolean().default(false),
  /** The scan belongs to another patient by now, or to none: the request can only be declined. */
  is_moved: z.boolean().default(false),
})
export type PendingRequest = z.output<typeof PendingRequest>

export const getAdminProfile = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/get_admin_profile/',
  summary: 'List the scan requests',
  ifLost: 'nothing',
  audit: 'access.list',
  body: z.object({ email: text.optional() }).default({}),
  response: z.object({
    admin: z.object({
      provider_id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      role: z.string(),
      pending_requests: z.array(PendingRequest),
    }),
  }),
})

export const countScanRequests = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/scan_requests/count/',
  summary: 'Count the scan requests that wait',
  audit: { none: 'a number of the project, of nobody' },
  userInitiated: false,
  response: z.object({ open: z.number().int() }),
})

const named = z.object({ email: text, firstname: text.optional(), lastname: text.optional(), studyId: text })
const reason = requiredText('Please give a reason')
const ground = z.enum(refusalGroundNames, 'Please choose a ground')
/** As on the screen of who decides: a request or a form that replaced it since is refused. The specification has neither. */
const seen = { request_id: text.optional(), form_file_id: z.uuid().optional() }
const decision = { ...byAdmins, method: 'POST', proof: 'fresh', response: message } as const

export const approveScanRequest = defineCall({
  ...decision,
  path: '/admin/approve_scan_request/',
  summary: 'Approve a scan request',
  idempotent: true,
  audit: 'access.approve',
  body: named.extend(seen),
})
export const declineScanRequest = defineCall({
  ...decision,
  path: '/admin/decline_scan_request/',
  summary: 'Decline a scan request',
  idempotent: true,
  audit: 'access.decline',
  body: named.extend({ ...seen, ground, reason }),
})
export const extendScanRequest = defineCall({
  ...decision,
  path: '/admin/extend_scan_request/',
  summary: 'Extend the time to answer a request',
  idempotent: true,
  audit: 'access.extend',
  body: named.extend({ ...seen, reason }),
})
export const revokeScanAccess = defineCall({
  ...decision,
  path: '/admin/revoke_scan_access/',
  summary: 'Revoke access to a scan',
  idempotent: true,
  audit: 'access.revoke',
  body: named.extend({ reason }),
})

const many = { method: 'POST', allow: admins, proof: 'fresh', limit: 'bulk' } as const
const requests = z
  .array(named.pick({ email: true, studyId: true }).extend(seen))
  .min(1, 'Please select a request')
  .max(maxBulk, tooManySelected)
const decided = z.object({ lines: z.array(BulkLine) })

export const approveScanRequests = defineCall({
  ...many,
  path: '/admin/approve_scan_requests/',
  summary: 'Approve several scan requests',
  audit: 'access.approve',
  body: z.object({ requests }),
  response: decided,
})
export const declineScanRequests = defineCall({
  ...many,
  path: '/admin/decline_scan_requests/',
  summary: 'Decline several scan requests',
  audit: 'access.decline',
  body: z.object({ requests, ground, reason }),
  response: decided,
})

export const OpenAccess = PendingRequest.omit({
  request_id: true,
  requested_at: true,
  project: true,
  due_on: true,
  days_left: true,
  is_extended: true,
  is_moved: true,
}).extend({
  /** Null for a scan that the project opens to its patient without a form. */
  form_file_id: z.uuid().nullable(),
  /** YYYY-MM-DD, the last day; null if there is none. */
  access_until: z.string().nullable(),
})
export type OpenAccess = z.output<typeof OpenAccess>

export const listOpenAccess = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/get_open_scan_access/',
  summary: 'Scans that are open to their patients',
  audit: 'access.list',
  query: pageQuery,
  response: z.object({ open: z.array(OpenAccess), ...pageTotals }),
})
