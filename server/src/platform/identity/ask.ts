import { request } from 'undici'
import { z } from 'zod'
import type { IdentityReach } from './reach.ts'

/** This token does not sign anyone in here: bad, expired, issued to a different client, or an unverified email. */
export class IdentityRefused extends Error {}
/** The provider cannot be reached right now; the token may be good. */
export class IdentityUnavailable extends Error {}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Tokens are sent to these addresses: https, or plain http on this machine only. */
export const isSafeAddress = (address: unknown): address is string => {
  if (typeof address !== 'string' || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
}

type Question = { method?: 'POST'; form?: Record<string, string>; bearer?: string }
type ProviderResponse = { status: number; json: Record<string, unknown> | undefined }
export type Fetcher = (address: string, question?: Question) => Promise<ProviderResponse>

const JsonObject = z.record(z.string(), z.unknown())
const asObject = (text: string) => {
  try {
    return JsonObject.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

/**
 * One time budget for all requests of a check. Redirects are not followed: they could carry the token elsewhere. Nothing is decompressed: a
 * small response could become a large one. `json` is undefined if the response is not a JSON object of reasonable size.
 */
export const fetcherWithin = (milliseconds: number, reach: IdentityReach): Fetcher => {
  const signal = AbortSignal.timeout(milliseconds)
  return async (address, { method = 'GET', form, bearer } = {}) => {
    if (!isSafeAddress(address)) throw new IdentityUnavailable('The identity provider names an unsafe address')
    let status: number
    let json: ProviderResponse['json']
    try {
      const { protocol, hostname } = new URL(address)
      if (protocol === 'http:' && !reach.trusts(hostname))
        throw new Error('The identity provider names an address of this machine')
      const response = await request(address, {
        method,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        },
        body: form ? new URLSearchParams(form).toString() : null,
        dispatcher: reach.dispatcherFor(hostname),
        signal,
      })
      status = response.statusCode
      json = await response.body.text().then(asObject, (error: unknown) => {
        if (isTooLarge(error)) return undefined
        throw error
      })
    } catch (cause) {
      throw new IdentityUnavailable('The identity provider does not answer', { cause })
    }
    if (status >= 500 || status === 429) throw new IdentityUnavailable(`The identity provider answered ${status}`)
    return { status, json }
  }
}
