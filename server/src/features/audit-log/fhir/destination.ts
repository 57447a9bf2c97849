import { createHash } from 'node:crypto'
import { request } from 'undici'
import { appendLines } from '../../../platform/anchors/copies.ts'

/** Where lines go, at least once and in order. */
export type Destination = { target: string; deliver: (lines: string[]) => Promise<void> }

const isAddress = (to: string) => /^https?:\/\//.test(to)

/** Any success status means that all lines are stored; redirects, which could carry them elsewhere, are not followed. */
const post = async (to: string, lines: string[], token: string | undefined) => {
  const { statusCode, body } = await request(to, {
    method: 'POST',
    headers: {
      'content-type': 'application/fhir+ndjson',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: `${lines.join('\n')}\n`,
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  })
  await body.dump()
  if (statusCode < 200 || statusCode > 299) throw new Error(`The endpoint answered ${statusCode}.`)
}

type Settings = { AUDIT_FHIR?: string | undefined; AUDIT_FHIR_TOKEN?: string | undefined }
const originOf = (place = '') => (isAddress(place) ? new URL(place).origin : undefined)
/** The configured token is for the configured endpoint; no other host gets it. */
export const tokenFor = (to: string, { AUDIT_FHIR, AUDIT_FHIR_TOKEN }: Settings) =>
  originOf(to) !== undefined && originOf(to) === originOf(AUDIT_FHIR) ? AUDIT_FHIR_TOKEN : undefined

/** A file that is only appended to, or an endpoint that accepts NDJSON. */
export const destinationOf = (to: string, token?: string): Destination => ({
  target: createHash('sha256').update(to).digest('hex'),
  deliver: (lines) => (isAddress(to) ? post(to, lines, token) : appendLines(to, lines)),
})
