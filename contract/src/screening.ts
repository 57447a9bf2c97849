import { z } from 'zod'
import { byPatient, callsOf, ownAndStaffOf } from './call.ts'
import { longText, requiredLine } from './fields.ts'
import { operators, staff } from './roles.ts'

const defineCall = callsOf('screening')
const byKey = z.object({ key: z.string() })

/** A patient's state before a scan. Only one of them needs no attention. */
export const screeningStates = [
  'not_asked',
  'waiting',
  'to_be_clarified',
  'not_cleared',
  'cleared',
  /** The answers are too old to count. */
  'expired',
] as const
export const ScreeningState = z.enum(screeningStates)
export type ScreeningState = z.output<typeof ScreeningState>
/** The patient has something to answer; in all other states the staff have something to do, or nobody. */
export const asksPatient = (state: ScreeningState) => state === 'not_asked' || state === 'expired'

export const reviewDecisions = ['cleared', 'not_cleared', 'to_be_clarified'] as const
const decision = z.enum(reviewDecisions, 'Please choose what you decided')

const answers = z.record(z.string(), z.string())
const currentState = {
  facts: z.object({ gender: z.string(), age: z.number().int().nullable() }),
  state: ScreeningState,
  /** Until when the newest answers count. */
  good_until: z.string().nullable(),
}
const Review = z.object({
  decision,
  note: z.string(),
  signature: z.string(),
  reviewer: z.string(),
  role: z.string(),
  reviewed_at: z.string(),
})
export const Screening = z.object({
  screening_id: z.uuid(),
  version: z.number().int(),
  answers,
  filled_at: z.string(),
  /** A name. */
  filled_by: z.string(),
  /** Who that is: the reader, the patient, a caregiver of the patient, or staff. */
  filled_as: z.enum(['reader', 'patient', 'caregiver', 'staff']),
  filled_role: z.string(),
  /** The newest counts. */
  reviews: z.array(Review),
})
export type Screening = z.output<typeof Screening>

export const getMyScreening = defineCall({
  method: 'GET',
  path: '/patient/mr_safety/:key/',
  summary: 'What the patient answered last about MRI safety, and the next visit that still needs answers',
  ...byPatient,
  care: 'visits',
  audit: 'screening.read',
  params: byKey,
  response: z.object({
    ...currentState,
    current: Screening.omit({ reviews: true, screening_id: true }).nullable(),
    /** The next visit without valid answers, or null. */
    needed_for: z.string().nullable(),
    time_zone: z.string(),
  }),
})

/** The questions depend on the record: the route checks the answers, with the schema that the form uses. */
export const NewScreening = z.object({
  version: z.number('Please reload the page').int('Please reload the page'),
  answers: z.record(z.string(), z.unknown(), 'Please answer the questions'),
})
export const [submitMyScreening, submitScreening] = ownAndStaffOf('screening')(
  {
    method: 'POST',
    idempotent: true,
    care: 'visits',
    limit: 'session',
    audit: 'screening.submit',
    params: byKey,
    body: NewScreening,
    response: z.object({ message: z.string(), state: ScreeningState }),
  },
  { path: '/patient/mr_safety/:key/', summary: 'Answer the MRI safety questions' },
  {
    path: '/operator/mr_safety/:key/',
    summary: 'Answer the MRI safety questions for a patient',
    right: 'see_medical',
  },
)

export const getScreening = defineCall({
  method: 'GET',
  path: '/operator/mr_safety/:key/',
  summary: 'A patient’s MRI safety answers and their reviews, the newest first',
  allow: staff,
  right: 'see_medical',
  inEmergency: true,
  limit: 'session',
  audit: 'screening.read',
  params: byKey,
  response: z.object({
    ...currentState,
    screenings: z.array(Screening),
    /**
     * Labels of answers that "Previous history" has no room for, or that were not added to what somebody wrote there; a server of the
     * previous version does not know it.
     */
    not_copied: z.array(z.string()).optional(),
  }),
})

export const NewReview = z
  .object({
    decision,
    note: longText(2000).default(''),
    signature: requiredLine('Please sign by typing your full name'),
  })
  .refine(({ decision, note }) => decision === 'cleared' || note !== '', {
    error: 'Please explain why',
    path: ['note'],
  })
export const reviewScreening = defineCall({
  method: 'POST',
  path: '/operator/mr_safety/:key/:screening_id/review/',
  summary: 'Review MRI safety answers',
  allow: operators,
  right: 'see_medical',
  idempotent: true,
  limit: 'session',
  audit: 'screening.review',
  params: byKey.extend({ screening_id: z.uuid() }),
  body: NewReview,
  response: z.object({ message: z.string(), state: ScreeningState }),
})
