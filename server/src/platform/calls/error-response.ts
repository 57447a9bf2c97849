import { type ErrorBody, staff } from '@fornix/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  ApiError,
  badRequest,
  conflict,
  filesUnavailable,
  isFull,
  moving,
  storageFullError,
  tooLargeError,
  unsupportedTypeError,
} from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import { StoreUnavailable } from '../base/store-unavailable.ts'
import { codeOf } from '../base/unknown-error.ts'
import { closedState } from '../database/moving.ts'
import { ProjectKeyLost } from '../files/encryption/project-keys.ts'
import { drainBody } from './drain-body.ts'

/** Fastify's own refusals, in our words. */
const toApiError = (error: FastifyError | ApiError): ApiError | undefined => {
  if (error instanceof ApiError) return error
  if (codeOf(error) === closedState) return moving()
  if (error instanceof StoreUnavailable) return filesUnavailable()
  if (error instanceof ProjectKeyLost)
    return new ApiError(503, 'key_lost', 'Files cannot be opened right now. Please contact us.', {
      forStaff: 'Files cannot be opened right now. Please tell your IT team.',
    })
  if (isFull(error)) return storageFullError()
  // A body that is too large, or a form with too many fields or files.
  if (error.statusCode === 413) return tooLargeError('This is too much to send at one time.')
  if (error.statusCode === 415) return unsupportedTypeError('This kind of content cannot be read here.')
  if (error.statusCode === 400)
    return badRequest('This could not be read. Please reload the page and try again.', 'malformed')
  return undefined
}

/**
 * Data that the database itself rejects (SQLSTATE classes 22 and 23): it would be rejected again. A call that expects such an error says
 * more; this is the fallback.
 */
const dataErrorOf = (error: Error): ApiError | undefined => {
  const state = codeOf(error)
  if (/^(23505|23P01)$/.test(state))
    return conflict('This conflicts with something that was saved before. Please reload the page and check.')
  return /^2[23][0-9A-Z]{3}$/.test(state)
    ? badRequest('Part of what you entered cannot be saved. Please check it.', 'bad_data')
    : undefined
}

/** Only the name: the rest of such an error quotes the row. */
const constraintOf = (error: object) => ('constraint' in error ? error.constraint : undefined)

const sentenceFor = ({ caller }: FastifyRequest, { message, more }: ApiError) =>
  (staff.some((role) => role === caller?.role) && more.forStaff) || message

/** Maps every refusal. Unknown errors are logged, and the response has no detail. */
export const errorResponse =
  (log: Log, refused: (request: FastifyRequest, error: ApiError) => Promise<void>) =>
  async (error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) => {
    const data = toApiError(error) ? undefined : dataErrorOf(error)
    if (data) {
      const about = { state: codeOf(error), constraint: constraintOf(error) }
      log.warn({ ...about, call: request.call, request: request.id }, 'data refused by the database')
    }
    const refusal =
      toApiError(error) ?? data ?? new ApiError(500, 'internal', 'Something went wrong. Please try again.')
    if (refusal.status >= 500) log.error({ err: error, call: request.call, request: request.id }, 'failed')
    await refused(request, refusal)
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await drainBody(request.raw)
    const { fields, retryAfter, body } = refusal.more
    if (retryAfter) reply.header('retry-after', retryAfter)
    const sentence = sentenceFor(request, refusal)
    const response: ErrorBody = {
      error: sentence,
      code: refusal.code,
      detail: sentence,
      request_id: request.id,
      fields,
    }
    return reply
      .code(refusal.status)
      .header('cache-control', 'no-store')
      .type('application/json')
      .send({ ...body, ...response })
  }
