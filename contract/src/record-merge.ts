import { z } from 'zod'
import { byAdmins, byStaff, callsOf } from './call.ts'
import { CaregiverIdentity } from './caregivers.ts'
import { reason } from './fields.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { patientStatuses } from './patient-fields.ts'

const defineCall = callsOf('record-merge')

/** How long a merge can be undone. */
export const undoMergeDays = 30

/** What suggests that two records are not of one person. */
export const recordDifferences = ['name', 'dob', 'gender', 'mrn_number'] as const
export type RecordDifference = (typeof recordDifferences)[number]

const count = z.number().int()
/** What is attached to a record. */
const Counts = z.object({
  scans: count,
  files: count,
  appointments: count,
  reimbursements: count,
  forms: count,
  screenings: count,
})
export type RecordThing = keyof z.output<typeof Counts>

/** One of two records side by side. */
export const ComparedRecord = z.object({
  patient_id: z.string(),
  version: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  dob: z.string().nullable(),
  age: z.number().int().nullable(),
  gender: z.string(),
  mrn_number: z.string(),
  status: z.enum(patientStatuses),
  created_at: z.string(),
  /** Whether somebody has an account with this record. */
  signs_in: z.boolean(),
  /** Whether an invitation to an account is pending. */
  invited: z.boolean().default(false),
  caregivers: z.array(CaregiverIdentity).default([]),
  physician_name: z.string().default(''),
  /** Whether the physician works in the project: one outside of it is only named. */
  physician_works_here: z.boolean().default(false),
  counts: Counts,
})
export type ComparedRecord = z.output<typeof ComparedRecord>

const Comparison = z.object({
  /** The record of the path, then the other. */
  records: z.tuple([ComparedRecord, ComparedRecord]),
  differs: z.array(z.enum(recordDifferences)),
  /** Which to keep by default: the one that signs in, then the one with more. */
  keep: z.string(),
  /** Why the two cannot be merged now. */
  obstacle: z.string().nullable(),
  /** Represents the set of users who can see the two. */
  seen_by: z.string().optional(),
  /** Whether the project opens patients' own images without a request. */
  own_images_open: z.boolean().optional(),
})
export type Comparison = z.output<typeof Comparison>

const Named = z.object({ patient_id: z.string(), name: z.string() })
export const RecordMerge = z.object({
  merge_id: z.uuid(),
  kept: Named,
  merged: Named,
  reason: z.string(),
  merged_by: z.string(),
  merged_at: z.string(),
  undo_until: z.string(),
  can_undo: z.boolean(),
  undone: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
})
export type RecordMerge = z.output<typeof RecordMerge>

const key = z.object({ key: z.string() })
const other = z.string('Please choose the other record').trim().min(1, 'Please choose the other record').max(254)

export const compareRecords = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/compare_records/:key/',
  summary: 'Compare two records',
  audit: 'patient.compare',
  params: key,
  query: z.object({ other }),
  response: Comparison,
})
export const mergeRecords = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/merge_records/:key/',
  summary: 'Merge two records of one person',
  proof: 'fresh',
  audit: 'patient.merge',
  params: key,
  body: z.object({
    other,
    version: z.number().int(),
    other_version: z.number().int(),
    reason,
    /** The user has checked the differences. */
    differences_checked: z.boolean().default(false),
    /** From the comparison: nothing is merged if different users can see one of the two by now. */
    seen_by: z.string().max(100).optional(),
  }),
  response: RecordMerge,
})
export const listMerges = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/record_merges/',
  summary: 'Open the list of merged records',
  audit: 'patient.list_merges',
  query: pageQuery,
  response: z.object({ merges: z.array(RecordMerge), ...pageTotals }),
})
export const undoMerge = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/record_merges/:merge_id/undo/',
  summary: 'Undo a merge',
  proof: 'fresh',
  audit: 'patient.undo_merge',
  params: z.object({ merge_id: z.uuid() }),
  body: z.object({ reason }),
  /** `scans_stayed`: scans assigned to another patient since. */
  response: z.object({ merge: RecordMerge, scans_stayed: z.number().int() }),
})
export const locateRecord = defineCall({
  method: 'GET',
  path: '/operator/merged_record/:key/',
  summary: 'Where a record is now: itself, or the one that it was merged into; 404 where it was deleted',
  ...byStaff,
  userInitiated: false,
  audit: { none: 'the id of a record, and nothing that it holds' },
  params: key,
  response: z.object({ patient_id: z.string() }),
})
