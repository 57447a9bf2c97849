import type { Readable } from 'node:stream'
import { request } from 'undici'
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
    try {
      const response = await request(root + path, {
        method: method ?? 'GET',
        headers: {
          accept,
          // What a viewer gets is what the server sent.
          'accept-encoding': 'identity',
          ...(credentials ? { authorization: credentials } : {}),
          ...(contentType ? { 'content-type': contentType } : {}),
        },
        // Until the answer begins; a long series may take longer than that.
        headersTimeout: answerWithinMs,
        signal,
        body,
      })
      const { statusCode: status } = response
      if (status >= 200 && status < 300) return response
      await response.body.dump()
      // A redirection is not followed: it could lead anywhere.
      if (status >= 500 || status < 400 || status === 401 || status === 403) throw unavailable()
      return null
    } catch (error) {
      signal?.throwIfAborted()
      throw Object.assign(unavailable(), { cause: error })
    }
  }

  return {
    ask,
    /** A list; a server without an entry answers 204 or an empty one. */
    json: async (path: string, signal?: AbortSignal): Promise<DicomJson[]> => {
      const response = await ask(path, { accept: 'application/dicom+json', signal })
      const text = (await response?.body.text()) ?? ''
      return text === '' ? [] : (JSON.parse(text.replaceAll(root, '')) as DicomJson[])
    },
    /** The bytes and their type, untouched. */
    bytes: async (path: string, accept: string, signal?: AbortSignal) => {
      const response = await ask(path, { accept, signal })
      if (!response) return null
      const { 'content-type': type = 'application/octet-stream', 'content-length': length } = response.headers
      return {
        headers: { 'content-type': String(type), ...(length ? { 'content-length': String(length) } : {}) },
        body: response.body as Readable,
      }
    },
  }
}
export type Pacs = ReturnType<typeof pacs>
