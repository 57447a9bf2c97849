import type { Call } from '@fornix/contract'
import { ApiFailure } from './failure.ts'
import { addressOf, type Credentials, failureOf, headersOf, type Parts } from './http.ts'

const timeoutMs = 120_000

type Sending = {
  body: FormData | Blob
  headers: Record<string, string>
  timeoutMs: number
  onProgress?: ((sent: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** A request by XMLHttpRequest, because fetch does not report upload progress. */
const exchangeSlowly = (call: Call, parts: Parts, { body, headers, timeoutMs, onProgress, signal }: Sending) =>
  new Promise<XMLHttpRequest>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, addressOf(call, parts))
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total)
    request.onload = () => resolve(request)
    request.onerror = () => reject(new ApiFailure(0))
    request.ontimeout = request.onerror
    request.onabort = () => reject(signal?.reason ?? new ApiFailure(0))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) reject(signal.reason)
    else request.send(body)
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const sendByForm = async (
  call: Call,
  parts: Parts,
  files: readonly File[],
  credentials: Credentials,
  onProgress?: (percent: number) => void,
  signal?: AbortSignal,
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts.body ?? {})) form.append(name, String(value))
  for (const file of files) form.append(call.upload?.field ?? 'file', file)
  const request = await exchangeSlowly(call, parts, {
    body: form,
    headers: headersOf(credentials),
    timeoutMs,
    onProgress: (sent, total) => onProgress?.(Math.round((100 * sent) / total)),
    signal,
  })
  if (request.status >= 300) throw failureOf(request.status, request.responseText)
  return parsed(request.responseText)
}

export type Stream = { body: Blob; contentType: string; accept: string; timeoutMs: number }

/** Sends a body as it is. A response of the accepted type is returned, whatever its status. */
export const sendByStream = async (
  call: Call,
  parts: Parts,
  { body, contentType, accept, timeoutMs }: Stream,
  credentials: Credentials,
  onProgress?: (sent: number) => void,
  signal?: AbortSignal,
) => {
  const headers = { ...headersOf(credentials), 'content-type': contentType, accept }
  const request = await exchangeSlowly(call, parts, { body, headers, timeoutMs, onProgress, signal })
  if (!request.getResponseHeader('content-type')?.startsWith(accept))
    throw failureOf(request.status, request.responseText)
  return parsed(request.responseText)
}
