import type { ErrorBody } from '@fornix/contract'
import { messages } from '../base/messages.ts'

/** A call that was refused (the status and body say why) or not answered at all (status 0). */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  status: number
  body: ErrorBody | undefined

  constructor(status: number, body?: ErrorBody) {
    super(body?.error ?? (status === 0 ? messages.failure.unreachable : messages.failure.unknown))
    this.status = status
    this.body = body
  }
}

/** The project withholds from the caller's role what was tried. */
export const isWithheld = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.body?.code === 'right_withheld'

/** A form that was changed, a file that is locked, or a right that is withheld says so; anything else is the page's own sentence. */
export const fileSentence = (error: unknown, other: string) =>
  (error instanceof ApiFailure && (error.status === 409 || isWithheld(error)) && error.body?.error) || other

/** The status of an answer; 0 where there was none. */
export const statusOf = (error: unknown) => (error instanceof ApiFailure ? error.status : 0)

/** What the answer says of single fields. */
export const fieldsOf = (error: unknown) => (error instanceof ApiFailure ? error.body?.fields : undefined)

/** What a refusal says; undefined for what is broken, or does not answer. */
export const refusalOf = (error: unknown) =>
  error instanceof ApiFailure && error.status < 500 ? error.body : undefined
