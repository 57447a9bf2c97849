import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { requiredLine } from './fields.ts'
import { Uid } from './imaging.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { PatientIdentity } from './patient-identity.ts'
import { Scan } from './scans.ts'

const defineCall = callsOf('unmatched-studies')

/** Why a study waits for a person to decide which patient it belongs to. */
export const unmatchedReasons = [
  'nobody',
  'several',
  'birth_date',
  'name',
  'unproven',
  'issuer',
  'changed',
  'undone',
] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

/** What a patient has in common with a study's tags; the number is the clinic's, the code the portal's. */
export const agreements = ['mrn_number', 'patient_id', 'dob', 'name'] as const

export const Candidate = PatientIdentity.extend({ agrees: z.array(z.enum(agreements)) })
export type Candidate = z.output<typeof Candidate>

export const UnmatchedStudy = Scan.omit({ timestamp: true }).extend({
  received_at: z.string(),
  /** DICOM's data about the person, as received. */
  dicom: z.object({ patient_id: z.string(), issuer: z.string(), name: z.string(), birth_date: z.string() }),
  reason: z.enum(unmatchedReasons),
  /** `matched` is what the portal did automatically. */
  state: z.enum(['open', 'assigned', 'rejected', 'matched']),
  /** The version of the shown decision: a later one must not be overwritten unseen. */
  version: z.number().int(),
  /** Possible patients, the likeliest first. The portal never chooses one. */
  candidates: z.array(Candidate),
  /** The patient it belongs to, or did before it was taken away. */
  patient: PatientIdentity.nullable(),
  decided_by: z.string(),
  decided_at: z.string(),
})
export type UnmatchedStudy = z.output<typeof UnmatchedStudy>

export const listUnmatchedStudies = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/unmatched_studies/',
  summary: 'Open the list of unmatched scans',
  audit: 'unmatched_study.list',
  query: pageQuery.extend({
    show: z.enum(['open', 'decided', 'matched']).default('open'),
    /** Of the patient it belongs or belonged to; or of DICOM's data. */
    searchQuery: z
      .string()
      .max(200)
      .regex(/^[\s\P{Cc}]*$/u)
      .default(''),
  }),
  response: z.object({ studies: z.array(UnmatchedStudy), ...pageTotals }),
})
export const countUnmatchedStudies = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/unmatched_studies/count/',
  summary: 'Count the unmatched scans',
  audit: { none: 'a number of the project, of nobody' },
  userInitiated: false,
  response: z.object({ open: z.number().int() }),
})

const decision = { ...byAdmins, method: 'POST', params: z.object({ study: Uid }), response: UnmatchedStudy } as const
const version = z.number().int()

export const assignStudy = defineCall({
  ...decision,
  path: '/admin/unmatched_studies/:study/assign/',
  summary: 'Assign an unmatched scan to a patient',
  proof: 'fresh',
  idempotent: true,
  audit: 'unmatched_study.assign',
  body: z.object({ patient: requiredLine('Please choose a patient', 254), version }),
})
export const rejectStudy = defineCall({
  ...decision,
  path: '/admin/unmatched_studies/:study/reject/',
  summary: 'Reject an unmatched scan',
  idempotent: true,
  audit: 'unmatched_study.reject',
  body: z.object({ version }),
})
export const undoStudyDecision = defineCall({
  ...decision,
  path: '/admin/unmatched_studies/:study/undo/',
  summary: 'Undo a decision or a match',
  idempotent: true,
  audit: 'unmatched_study.undo',
  body: z.object({ version }),
})
