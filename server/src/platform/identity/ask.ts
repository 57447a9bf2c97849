/** This token does not sign anybody in here: bad, expired, made for another client, or an unverified e-mail. */
export class IdentityRefused extends Error {}
/** The provider cannot be asked right now; the token may be good. */
export class IdentityUnavailable extends Error {}

const maxBytes = 64 * 1024
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Tokens travel over these addresses: https, or plain http on this very machine. */
export const isSafeAddress = (address: unknown): address is string => {
  if (typeof address !== 'string' || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
}

type Answer = { status: number; json: Record<string, unknown> | undefined }
export type Ask = (address: string, init?: RequestInit) => Promise<Answer>

const readCapped = async (response: Response) => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const asObject = (text: string | undefined) => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * One budget of time for all questions of a check. Redirects are not followed: they could carry the token elsewhere.
 * `json` is undefined when the answer is not a JSON object of sensible size.
 */
export const askWithin = (milliseconds: number): Ask => {
  const signal = AbortSignal.timeout(milliseconds)
  return async (address, init = {}) => {
    if (!isSafeAddress(address)) throw new IdentityUnavailable('The identity provider names an unsafe address')
    let answer: Answer
    try {
      const response = await fetch(address, {
        ...init,
        headers: { accept: 'application/json', ...init.headers },
        redirect: 'manual',
        signal,
      })
      answer = { status: response.status, json: asObject(await readCapped(response)) }
    } catch (cause) {
      throw new IdentityUnavailable('The identity provider does not answer', { cause })
    }
    if (answer.status >= 500 || answer.status === 429)
      throw new IdentityUnavailable(`The identity provider answered ${answer.status}`)
    return answer
  }
}
