import type { ErrorBody } from '@fornix/contract'
import { messages } from '../base/messages.ts'
import { translated } from '../language/t.ts'

/** The server's sentences in the reader's language. */
const inReadersWords = (body: ErrorBody): ErrorBody => ({
  ...body,
  error: translated(body.error),
  ...(body.fields && {
    fields: Object.fromEntries(Object.entries(body.fields).map(([name, sentence]) => [name, translated(sentence)])),
  }),
})

/** A call that was refused (the status and body say why) or got no response (status 0). */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  status: number
  body: ErrorBody | undefined
  /** Seconds after which the server would rather be asked again. */
  retryAfter: number | undefined

  constructor(status: number, body?: ErrorBody, retryAfter?: number) {
    const own = body && inReadersWords(body)
    super(own?.error ?? (status === 0 ? messages.failure.unreachable : messages.failure.unknown))
    this.status = status
    this.body = own
    this.retryAfter = retryAfter
  }
}

/** What the response says. */
export const bodyOf = (error: unknown) => (error instanceof ApiFailure ? error.body : undefined)

/** The status of a response; 0 where there was none. */
export const statusOf = (error: unknown) => (error instanceof ApiFailure ? error.status : 0)

/** Which refusal it is. */
export const codeOf = (error: unknown) => bodyOf(error)?.code

/** It was saved elsewhere since what was sent was read. */
export const isStale = (error: unknown): error is ApiFailure => codeOf(error) === 'stale'
/** What a refusal says in a field of its own, whose type its call knows. */
export const detailOf = <T>(error: unknown, field: string) =>
  (bodyOf(error) as Record<string, T | undefined> | undefined)?.[field]
/** What a stale refusal says is saved by now, under the name that its call gives it. */
export const staleBodyOf = <T>(error: unknown, field: string): T | undefined =>
  isStale(error) ? detailOf<T>(error, field) : undefined

/** The project withholds from the caller's role what was tried. */
export const isWithheld = (error: unknown): error is ApiFailure => codeOf(error) === 'right_withheld'

/** A caregiver tried what was not shared, or what only the patient does. */
export const isNotShared = (error: unknown): error is ApiFailure =>
  ['not_shared', 'patient_only'].includes(codeOf(error) ?? '')

/** What decides something takes fresh proof of who it is. */
export const isProofRequired = (error: unknown) => codeOf(error) === 'proof_required'
/** No response came, and the request can be sent again: it is carried out once. */
export const noResponseError = () =>
  new ApiFailure(0, { error: messages.failure.noResponse, code: 'no_response', detail: '', request_id: '' })
/** No response came, and sending the request again would be a second one. */
export const maybeSavedError = () =>
  new ApiFailure(0, { error: messages.failure.maybeSaved, code: 'maybe_saved', detail: '', request_id: '' })
/** A response came that cannot be read; what was asked may have been done. */
export const unreadError = () =>
  new ApiFailure(502, { error: messages.failure.unread, code: 'unread', detail: '', request_id: '' })
/** Somebody would rather not confirm who they are: nothing happened, and nothing has to be said. */
export const isProofCanceled = (error: unknown) => codeOf(error) === 'proof_canceled'

/** That nobody knows whether a change was made. */
export const uncertainSentence = (error: unknown) => (isUncertain(error) ? bodyOf(error)?.error : undefined)

/** Of screens whose sentences name the status: `none` where no response came. */
export const statusSentence = (error: unknown, none: string, ofStatus: (status: number) => string) =>
  statusOf(error) === 0 ? none : (uncertainSentence(error) ?? ofStatus(statusOf(error)))

/** Which of the server's sentences a page shows. */
type Shows = (error: ApiFailure) => boolean
const isRefusal: Shows = ({ status }) => status < 500
/** What a page cannot know: a form that changed, a file that is locked, a right that is withheld, or somebody who asks too often. */
export const isForReader: Shows = (error) => [409, 429].includes(error.status) || isWithheld(error)

/** That nobody knows whether it was done, else the server's sentence if the page shows it, else the page's own. */
export const failureSentence = (error: unknown, own: string, shows: Shows = isRefusal) =>
  uncertainSentence(error) ?? ((error instanceof ApiFailure && shows(error) && error.body?.error) || own)

const maxWaitSeconds = 60
/** For how many seconds a portal that is too busy, or was asked too often, wants to be left alone, where a read can wait for that. */
export const waitOf = (error: unknown) => {
  if (!(error instanceof ApiFailure) || error.retryAfter === undefined) return undefined
  const isShort = error.retryAfter <= maxWaitSeconds
  return isShort && (error.status === 429 || isOverloaded(error)) ? error.retryAfter : undefined
}
export const isOverloaded = (error: unknown) => codeOf(error) === 'overloaded'

/** The project moves to another installation, or has moved there: nothing of it is here. */
export const isClosed = (error: unknown) => ['moving', 'moved'].includes(codeOf(error) ?? '')

/** No response came back: what was asked may have been done all the same. */
export const hasNoResponse = (error: unknown) => error instanceof ApiFailure && error.status === 0

/** Trying again later may help: no response came, too many requests were made, or the server is broken or busy. */
export const isTemporary = (error: unknown) =>
  error instanceof ApiFailure && (error.status === 0 || error.status === 429 || error.status >= 500)

/** No response came to a change, or none that can be read: whether it was made is not known. */
export const isUncertain = (error: unknown) => hasNoResponse(error) || codeOf(error) === 'unread'

/** A page of a proxy, or not one of our responses: what was asked may have been done all the same. */
export const isForeignResponse = (error: unknown) => [502, 504].includes(statusOf(error)) && bodyOf(error) === undefined

/** A mailed link that was used, has expired or never was one: there is nothing left to press. */
export const isDeadLink = (error: unknown) => refusalOf(error)?.code?.startsWith('link_') === true

/** What the response says of single fields. */
export const fieldsOf = (error: unknown) => bodyOf(error)?.fields

/** The server did nothing; after any other failure, it may have done what was asked. */
export const isRefused = (error: unknown) => (statusOf(error) >= 400 && statusOf(error) < 500) || isOverloaded(error)

/** What a refusal says, or that there was no response to a change, or none that can be read; undefined for what else is broken. */
export const refusalOf = (error: unknown) =>
  error instanceof ApiFailure && (error.status < 500 || codeOf(error) === 'unread') ? error.body : undefined
