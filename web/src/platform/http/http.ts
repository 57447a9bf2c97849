import { type Call, ErrorBody, fillPath } from '@fornix/contract'
import { ApiFailure } from './failure.ts'
import { noteServerTime } from './server-clock.ts'

export type Parts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}
export type Credentials = {
  token: string | null
  project: string | null
  proof?: string | undefined
  idempotencyKey?: string | undefined
}

const timeoutMs = 30_000

let held: Promise<unknown> = Promise.resolve()
/** Nobody signs in before `ended`: until then a response may come that takes the session's cookie away. */
export const holdSignIns = (ended: Promise<unknown>) => {
  held = ended.catch(() => undefined)
}

export const addressOf = (call: Call, { params, query }: Parts) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return fillPath(call.path, params) + (text && `?${text}`)
}

export const headersOf = ({ token, project, proof, idempotencyKey }: Credentials): Record<string, string> => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(project && { project }),
  ...(proof && { 'x-proof': proof }),
  ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
})

/** With what a call adds, such as the version saved elsewhere. */
const Refusal = ErrorBody.loose()

/** The error in a response's text; a proxy's HTML page has none. `retryAfter` is the header's value; its date form is not read. */
export const failureOf = (status: number, text: string, retryAfter?: string | null) => {
  const seconds = Number(retryAfter) || undefined
  try {
    return new ApiFailure(status, Refusal.parse(JSON.parse(text)), seconds)
  } catch {
    return new ApiFailure(status, undefined, seconds)
  }
}

/** One request, one response: throws an ApiFailure unless the status is a success. Passes on an abort by the caller. */
export const exchange = async (
  call: Call,
  parts: Parts,
  credentials: Credentials,
  {
    signal,
    keepalive = false,
    endless = false,
  }: { signal?: AbortSignal | undefined; keepalive?: boolean | undefined; endless?: boolean } = {},
) => {
  if (call.limit === 'signIn') await held
  const limits = [...(signal ? [signal] : []), ...(endless ? [] : [AbortSignal.timeout(timeoutMs)])]
  let response: Response
  try {
    response = await fetch(addressOf(call, parts), {
      method: call.method,
      keepalive,
      credentials: 'same-origin',
      headers: {
        // Calls that return files and pictures respond in their own format.
        accept: 'application/json, */*;q=0.5',
        ...(parts.body !== undefined && { 'content-type': 'application/json' }),
        ...headersOf(credentials),
      },
      ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      signal: AbortSignal.any(limits),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiFailure(0)
  }
  noteServerTime(response.headers)
  if (!response.ok)
    throw failureOf(response.status, await response.text().catch(() => ''), response.headers.get('retry-after'))
  return response
}
