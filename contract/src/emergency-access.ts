import { z } from 'zod'
import { byAdmins, byStaff, callsOf } from './call.ts'
import { line, ofLength, requiredLine } from './fields.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { PatientIdentity } from './patient-identity.ts'
import { operators, type Right } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('emergency-access')

/** How long a record is open, by the database's clock; the database enforces it too. */
export const emergencyMinutes = 60
/** The withheld right that an emergency opens: reading, for one record. */
export const openedInEmergency = 'see_medical' satisfies Right

const [minLetters, minWords] = [20, 4]
const reasonSentence = 'Please say in a sentence why you need this record now (20 to 500 characters)'
export const emergencyReason = line(10_000, reasonSentence, ofLength(minLetters, 500, reasonSentence), [
  (text) => text.split(/\s+/).length >= minWords,
  reasonSentence,
])
export const EmergencyForm = z.object({ reason: emergencyReason })

const number = z.number().int()
const Person = z.object({ provider_id: z.string(), name: z.string(), role: z.string() })
const RecordOf = PatientIdentity.extend({ is_deleted: z.boolean().default(false) })

/** A running one, as its user sees it. In seconds, because a browser's clock may be wrong. */
export const OpenEmergency = z.object({
  emergency_id: z.uuid(),
  record: RecordOf,
  opened_at: z.string(),
  until: z.string(),
  seconds_left: number,
})
export type OpenEmergency = z.output<typeof OpenEmergency>

export const openEmergency = defineCall({
  method: 'POST',
  path: '/operator/emergency_access/:key/',
  summary: 'Open a record with emergency access',
  allow: operators,
  right: 'emergency_access',
  proof: 'fresh',
  limit: 'session',
  audit: 'emergency_access.open',
  params: z.object({ key: z.string() }),
  body: EmergencyForm,
  response: OpenEmergency,
})
export const listMyEmergencies = defineCall({
  method: 'GET',
  path: '/operator/emergency_access/',
  summary: 'List one’s own emergency access',
  ...byStaff,
  userInitiated: false,
  audit: { none: 'polled by every page; opening each left a row' },
  response: z.object({ open: z.array(OpenEmergency) }),
})
export const endEmergency = defineCall({
  method: 'POST',
  path: '/operator/end_emergency_access/:emergency_id/',
  summary: 'End emergency access early',
  ...byStaff,
  audit: 'emergency_access.end',
  params: z.object({ emergency_id: z.string() }),
  response: message,
})

export const emergencyFindings = ['justified', 'not_justified', 'follow_up'] as const
export type EmergencyFinding = (typeof emergencyFindings)[number]
/** `to_review`: nobody has given a finding, whether the hour is over or not. */
export const emergencyViews = ['open', 'to_review', 'reviewed'] as const
export type EmergencyView = (typeof emergencyViews)[number]

export const EmergencyAccess = z.object({
  emergency_id: z.uuid(),
  person: Person,
  record: RecordOf,
  reason: z.string(),
  opened_at: z.string(),
  /** When it ended or will end. */
  until: z.string(),
  is_open: z.boolean(),
  /** Who ended it early; empty if the hour did, or will. */
  ended_by: z.string(),
  review: z.object({ finding: z.enum(emergencyFindings), note: z.string(), by: z.string(), at: z.string() }).nullable(),
  /** Nobody reviews their own access. */
  is_own: z.boolean(),
  version: number,
})
export type EmergencyAccess = z.output<typeof EmergencyAccess>

export const listEmergencies = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/emergency_access/',
  summary: 'Open the list of emergency access',
  audit: 'emergency_access.list',
  query: pageQuery.extend({ view: z.enum(emergencyViews).optional() }),
  response: z.object({
    accesses: z.array(EmergencyAccess),
    counts: z.object({ open: number, to_review: number, reviewed: number }),
    time_zone: z.string(),
    ...pageTotals,
  }),
})

const one = { ...byAdmins, params: z.object({ emergency_id: z.string() }) } as const
export const maxEmergencyActs = 500
export const getEmergency = defineCall({
  ...one,
  method: 'GET',
  path: '/admin/emergency_access/:emergency_id/',
  summary: 'Look up what was done under emergency access',
  audit: 'emergency_access.read',
  response: z.object({
    access: EmergencyAccess,
    /** The first `maxEmergencyActs`. */
    acts: z.array(
      z.object({
        event_id: z.uuid(),
        at: z.string(),
        what: z.string(),
        /** Shown only through emergency access; the rest the user may do anyway. */
        is_opened: z.boolean(),
      }),
    ),
    time_zone: z.string(),
  }),
})

const noteSentence = 'Please say what you found, in 5 to 500 characters'
export const EmergencyReview = z.object({
  finding: z.enum(emergencyFindings, 'Please choose a finding'),
  note: requiredLine(noteSentence, 10_000, ofLength(5, 500, noteSentence)),
  version: number,
})
export const reviewEmergency = defineCall({
  ...one,
  method: 'POST',
  path: '/admin/emergency_access/:emergency_id/review/',
  summary: 'Review emergency access',
  idempotent: true,
  audit: 'emergency_access.review',
  body: EmergencyReview,
  response: z.object({ access: EmergencyAccess }),
})
