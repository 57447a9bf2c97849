import { codeOf } from './unknown-error.ts'

type More = {
  fields?: Record<string, string>
  retryAfter?: number
  body?: Record<string, unknown>
  /** What staff read instead, who need not be told to contact the clinic. */
  forStaff?: string
}

/** A refusal whose message is meant for the caller. Any other thrown error becomes a bare 500. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly more: More

  constructor(status: number, code: string, sentence: string, more: More = {}) {
    super(sentence)
    this.status = status
    this.code = code
    this.more = more
  }
}

export const unauthenticated = () => new ApiError(401, 'unauthenticated', 'Sign in to continue.')
/** When a longer operation is interrupted. */
export const sessionEndedError = () =>
  new ApiError(401, 'unauthenticated', 'You were signed out or your role changed. Please sign in again.')
export const forbidden = (code = 'forbidden') =>
  new ApiError(403, code, "You don't have permission to access this page.")
/** For a caregiver: what was not shared, and what only the patient can do. */
export const notShared = () =>
  new ApiError(403, 'not_shared', 'This was not shared with you. The person you are helping can share it.')
export const patientOnly = () =>
  new ApiError(403, 'patient_only', 'Only the patient can do this. You cannot do it for them.')
/** For a session whose email address is not confirmed: there is no record yet. */
export const unconfirmed = () =>
  new ApiError(
    403,
    'email_unverified',
    'Please confirm your email address first. The link is in the email that we sent you.',
  )
/** For a session that lacks its second factor. */
export const secondFactorNeeded = () =>
  new ApiError(403, 'second_factor', 'Please finish signing in with your second step.')
/** The same response for what does not exist and what is outside the caller's scope. */
export const notFound = () => new ApiError(404, 'not_found', 'Not found.')
export const badRequest = (sentence: string, code = 'invalid') => new ApiError(400, code, sentence)
/** Shape: field name to the message shown beside it. `body` is added to the response. */
export const invalidFieldsError = (fields: Record<string, string>, body?: Record<string, unknown>) =>
  new ApiError(400, 'invalid', Object.values(fields)[0] ?? 'Please check what you entered.', {
    fields,
    ...(body && { body }),
  })
/** `body` is added to the response. */
export const conflict = (sentence: string, code = 'conflict', body?: Record<string, unknown>) =>
  new ApiError(409, code, sentence, { body })
/** Somebody changed it since the caller read it; `body` is what it is now, for the page to show. */
export const staleError = (sentence: string, body?: Record<string, unknown>) => conflict(sentence, 'stale', body)
/** Another record already has this value; the message is shown beside the field. */
export const fieldTakenError = (field: string, sentence: string, code: string) =>
  new ApiError(409, code, sentence, { fields: { [field]: sentence } })
export const tooLargeError = (sentence: string) => new ApiError(413, 'too_large', sentence)
export const unsupportedTypeError = (sentence: string) => new ApiError(415, 'unsupported_type', sentence)
export const rateLimitError = (seconds: number, sentence = 'Too many requests. Please wait a moment and try again.') =>
  new ApiError(429, 'too_many', sentence, {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })
/** No space left for files (Node) or for the database (its SQLSTATE). */
export const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error))
export const storageFullError = (
  sentence = 'There is no space left, so this was not saved. Please contact the clinic.',
  forStaff = 'There is no space left, so this was not saved. Please tell your IT team.',
) => new ApiError(507, 'full', sentence, { forStaff })
/**
 * The database became unavailable. If that happened during the commit, the rows may or may not exist, so a file that they may name has to
 * stay. One without a row is removed with the orphans.
 */
export const mayHaveCommitted = (error: unknown) => error instanceof ApiError && error.status === 503
export const overloaded = () =>
  new ApiError(503, 'overloaded', 'The portal is very busy right now. Please try again in a moment.', { retryAfter: 5 })
/** For a project that is moving to another installation. `back_at` is the time its people were given. */
export const moving = (back_at?: string, retryAfter = 30) =>
  new ApiError(503, 'moving', 'This portal is being moved. It will be back in a few minutes.', {
    retryAfter,
    ...(back_at && { body: { back_at } }),
  })
/** The project is now at a different address. */
export const moved = (moved_to: string) =>
  new ApiError(503, 'moved', 'This portal has moved to a new address.', { retryAfter: 3600, body: { moved_to } })
export const unavailable = (sentence = 'This is not available right now. Please try again in a moment.') =>
  new ApiError(503, 'unavailable', sentence, { retryAfter: 5 })
export const filesUnavailable = () => unavailable('Files are not available right now. Please try again in a moment.')
