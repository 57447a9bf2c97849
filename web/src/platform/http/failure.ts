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

/** A form that was changed, or a file that is locked, says so; anything else is the page's own sentence. */
export const fileSentence = (error: unknown, other: string) =>
  (error instanceof ApiFailure && error.status === 409 && error.body?.error) || other
