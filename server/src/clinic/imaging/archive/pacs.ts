import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { unavailable } from '../../../platform/base/errors.ts'
import { codeOf } from '../../../platform/base/unknown-error.ts'
import { ownMemory } from '../../../platform/calls/own-memory.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'

export type PacsAddress = { url: string; user?: string; password?: string }
type Ask = { accept: string; signal?: AbortSignal; method?: 'POST'; contentType?: string; body?: Readable }

const respondWithinMs = 15_000
/** A list must arrive completely within this time: an endless one would be read forever. */
const listWithinMs = 120_000

/** Why a PACS gave no response, in words for the log: never an address, a name or a password. */
class PacsTrouble extends Error {}

const troubleOfStatus = (status: number) => {
  if (status === 401 || status === 403) return 'the PACS refuses DICOMWEB_USER and DICOMWEB_PASSWORD'
  return status < 400 ? 'the PACS redirects, which is not followed' : `the PACS answered ${status}`
}
const troubleOf = (error: unknown) => {
  const code = codeOf(error)
  if (/CERT|SIGN|ALTNAME|ISSUER|SSL|TLS/.test(code)) return 'the certificate of the PACS is not right'
  return code.includes('TIMEOUT') ? 'the PACS does not answer in time' : 'the PACS cannot be reached'
}

/** What to log about a failed request; undefined if the PACS was not to blame. */
export const pacsTrouble = (error: unknown) =>
  error instanceof Error && error.cause instanceof PacsTrouble ? error.cause.message : undefined

const away = (trouble: string) => Object.assign(unavailable(), { cause: new PacsTrouble(trouble) })

/** Work for which a PACS must have sent everything within a time, however slowly it sends; after that it counts as not responding. */
export const withinMs = async <T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = AbortSignal.timeout(ms)
  try {
    return await work(signal ? AbortSignal.any([signal, limit]) : limit)
  } catch (error) {
    if (limit.aborted && !signal?.aborted) throw away('the PACS does not answer in time')
    throw error
  }
}

/** A DICOMweb server. Its address, its credentials and its error pages stay here; null is what it does not have. */
export const pacs = ({ url, user, password }: PacsAddress) => {
  const root = url.replace(/\/$/, '')
  // Without its own dispatcher, requests would use Node's built-in client if any fetch was made before: an older one, which ends the
  // process
  // when a server hangs up on a paused response (nodejs/undici#5360).
  const dispatcher = new Agent({ connect: { onread: ownMemory } })
  const credentials =
    user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`

  const ask = async (path: string, { accept, signal, method, contentType, body }: Ask) => {
    try {
      const response = await request(root + path, {
        dispatcher,
        method: method ?? 'GET',
        headers: {
          accept,
          // A viewer gets exactly what the server sent.
          'accept-encoding': 'identity',
          ...(credentials ? { authorization: credentials } : {}),
          ...(contentType ? { 'content-type': contentType } : {}),
        },
        // Until the response begins; a long series may take longer than that.
        headersTimeout: respondWithinMs,
        signal,
        body,
      })
      const { statusCode: status } = response
      if (status >= 200 && status < 300) return response
      await response.body.dump()
      // Redirects are not followed: they could lead anywhere.
      if (status >= 500 || status < 400 || status === 401 || status === 403) throw away(troubleOfStatus(status))
      return null
    } catch (error) {
      signal?.throwIfAborted()
      throw pacsTrouble(error) ? error : away(troubleOf(error))
    }
  }

  return {
    ask,
    /** A list; a server without an entry sends a 204 or an empty list. */
    json: (path: string, signal?: AbortSignal): Promise<DicomJson[]> =>
      withinMs(listWithinMs, signal, async (signal) => {
        const response = await ask(path, { accept: 'application/dicom+json', signal })
        const text = (await response?.body.text()) ?? ''
        return text === '' ? [] : JSON.parse(text.replaceAll(root, ''))
      }),
    /** The bytes and their type, untouched. */
    bytes: async (path: string, accept: string, signal?: AbortSignal) => {
      const response = await ask(path, { accept, signal })
      if (!response) return null
      const { 'content-type': type = 'application/octet-stream', 'content-length': length } = response.headers
      return {
        headers: { 'content-type': String(type), ...(length ? { 'content-length': String(length) } : {}) },
        body: response.body,
        isUnshared: true,
      }
    },
  }
}
export type Pacs = ReturnType<typeof pacs>
