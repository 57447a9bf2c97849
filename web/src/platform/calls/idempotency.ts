import type { Call } from '@fornix/contract'
import { elapsedSince, type Moment, moment } from '../base/elapsed.ts'
import { hasNoResponse, isForeignResponse, noResponseError, statusOf } from '../http/failure.ts'
import type { Credentials, Parts } from '../http/http.ts'
import { withLostResponseError } from './lost-response.ts'

/** How long another press of the button still means the same request, not a second one. */
const wishMs = 120_000

/** The keys of requests that have no response yet, by their content. */
const keys = new Map<string, { key: string; at: Moment }>()

/** After any other change, repeating a request may mean doing it again. Viewing a record changes nothing. */
export const clearKeys = (done: Call) => {
  if (done.method !== 'GET' && done.userInitiated && done.audit !== 'patient.focus') keys.clear()
}

/** Forms turned into files in the browser get a new time at each press, so only name and size count. */
const contentOf = ({ method, path }: Call, parts: Parts, files: readonly File[]) =>
  JSON.stringify([method, path, parts, files.map(({ name, size }) => [name, size])])

const keyOf = (content: string) => {
  const existing = keys.get(content)
  const isRecent = existing !== undefined && elapsedSince(existing.at) < wishMs
  return isRecent ? existing.key : crypto.randomUUID()
}

/** Errors about the request itself; an error at admission knows nothing of an earlier try. */
const isConclusive = (error: unknown) => [400, 404, 409, 413, 415].includes(statusOf(error))

/**
 * A request that the server carries out only once is resent immediately if no response arrives, or none that can be read.
 * Until one does, the same request keeps its key, even if the button is pressed again. `key` is that of a draft, which has it as long as it
 * is not sent.
 * Visitors have no key: the server has no user to store it for.
 */
export const onceOnly = <T>(
  call: Call,
  parts: Parts,
  sendAs: (as: Credentials) => Promise<T>,
  { files = [], key: own }: { files?: readonly File[]; key?: string | undefined } = {},
) => {
  if (!call.idempotent) return { attempt: (as: Credentials) => withLostResponseError(call, () => sendAs(as)) }
  const content = contentOf(call, parts, files)
  const key = own ?? keyOf(content)
  const attempt = async (as: Credentials) => {
    if (!as.token) return sendAs(as)
    const keep = () => keys.set(content, { key, at: moment() })
    keep()
    try {
      return await sendAs(as).catch((first: unknown) => {
        if (!hasNoResponse(first) && !isForeignResponse(first)) throw first
        return sendAs(as).catch((second: unknown) => {
          const isFinal = isConclusive(second) || isForeignResponse(second) || statusOf(second) === 401
          // Turned away at admission, such as by a rate limit: the first try may still have been carried out.
          throw isFinal ? second : noResponseError()
        })
      })
    } catch (error) {
      if (isConclusive(error)) keys.delete(content)
      // Keeps it for as long again, even if it was dropped while the request was on its way.
      else keep()
      throw hasNoResponse(error) ? noResponseError() : error
    }
  }
  return { attempt, key }
}
