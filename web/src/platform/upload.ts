import type { Call } from '@fornix/contract'
import { ApiFailure } from './failure.ts'
import { addressOf, type Credentials, failureOf, headersOf, type Parts } from './http.ts'

const timeoutMs = 120_000

/** A multipart request by XMLHttpRequest, because fetch does not tell how much of a body has left. */
export const sendByForm = (
  call: Call,
  parts: Parts,
  files: readonly File[],
  credentials: Credentials,
  onProgress?: (percent: number) => void,
  signal?: AbortSignal,
) =>
  new Promise<unknown>((resolve, reject) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(parts.body ?? {})) form.append(name, String(value))
    for (const file of files) form.append(call.upload?.field ?? 'file', file)

    const request = new XMLHttpRequest()
    request.open(call.method, addressOf(call, parts))
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headersOf(credentials))) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(Math.round((100 * loaded) / total))
    request.onload = () => {
      if (request.status >= 300) return reject(failureOf(request.status, request.responseText))
      try {
        resolve(JSON.parse(request.responseText))
      } catch {
        resolve(undefined)
      }
    }
    request.onerror = () => reject(new ApiFailure(0))
    request.ontimeout = request.onerror
    request.onabort = () => reject(signal?.reason ?? new ApiFailure(0))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) reject(signal.reason)
    else request.send(form)
  })
