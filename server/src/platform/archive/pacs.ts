import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { DicomJson } from '../dicom/dicom-json.ts'
import { unavailable } from '../errors.ts'

export type PacsAddress = { url: string; user?: string; password?: string }
type Ask = { accept: string; signal?: AbortSignal; method?: 'POST'; contentType?: string; body?: Readable }

const answerWithinMs = 15_000

/** A DICOMweb server. Its address, its credentials and its error pages stay here; null is what it does not have. */
export const pacs = ({ url, user, password }: PacsAddress) => {
  const root = url.replace(/\/$/, '')
  const credentials =
    user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`

  const ask = async (path: string, { accept, signal, method, contentType, body }: Ask) => {
    // The time counts until the answer begins; a long series may take longer than that.
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(), answerWithinMs)
    try {
      const response = await fetch(root + path, {
        method: method ?? 'GET',
        headers: {
          accept,
          // What fetch unpacks on the way has another length than the one that it tells.
          'accept-encoding': 'identity',
          ...(credentials ? { authorization: credentials } : {}),
          ...(contentType ? { 'content-type': contentType } : {}),
        },
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
        ...(body ? { body: Readable.toWeb(body) as globalThis.ReadableStream, duplex: 'half' } : {}),
      })
      if (response.ok) return response
      await response.body?.cancel()
      if (response.status >= 500 || response.status === 401 || response.status === 403) throw unavailable()
      return null
    } catch (error) {
      signal?.throwIfAborted()
      throw Object.assign(unavailable(), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    ask,
    /** A list; a server without an entry answers 204 or an empty one. */
    json: async (path: string, signal?: AbortSignal): Promise<DicomJson[]> => {
      const response = await ask(path, { accept: 'application/dicom+json', signal })
      const text = (await response?.text()) ?? ''
      return text === '' ? [] : (JSON.parse(text.replaceAll(root, '')) as DicomJson[])
    },
    /** The bytes and their type, untouched. */
    bytes: async (path: string, accept: string, signal?: AbortSignal) => {
      const response = await ask(path, { accept, signal })
      if (!response?.body) return null
      const length = response.headers.get('content-length')
      return {
        headers: {
          'content-type': response.headers.get('content-type') ?? 'application/octet-stream',
          ...(length ? { 'content-length': length } : {}),
        },
        body: Readable.fromWeb(response.body as ReadableStream),
      }
    },
  }
}
export type Pacs = ReturnType<typeof pacs>
