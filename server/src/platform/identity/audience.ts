import { errors, type JWTVerifyOptions, jwtVerify } from 'jose'
import { type Fetcher, IdentityRefused } from './ask.ts'
import type { Discovery } from './discovery.ts'

/** Checks whom a token was issued to; returns its subject, if given, and all other data. Another client's token is refused. */
export type AudienceCheck = (ask: Fetcher, token: string) => Promise<{ subject: string | undefined; claims: unknown }>

const foreign = () => new IdentityRefused('The token was made for another client')
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

export const googleAudience =
  (clientId: string, tokenInfo: string): AudienceCheck =>
  async (ask, token) => {
    const { status, json } = await ask(`${tokenInfo}?access_token=${encodeURIComponent(token)}`)
    if (status !== 200 || !json) throw new IdentityRefused('Google does not know the token')
    const { aud, azp, expires_in, scope } = json
    if (aud !== clientId || (azp !== undefined && azp !== clientId)) throw foreign()
    if (!(Number(expires_in) > 0)) throw new IdentityRefused('The token has expired')
    const scopes = (text(scope) ?? '').split(' ')
    if (!scopes.includes('email') && !scopes.includes('https://www.googleapis.com/auth/userinfo.email'))
      throw new IdentityRefused('The token does not cover the email')
    return { subject: text(json['sub']), claims: {} }
  }

/** Uses the provider's introspection; if that only serves clients with a secret, a signed token is parsed instead. */
export const oidcAudience =
  (clientId: string, discovery: Discovery): AudienceCheck =>
  async (ask, token) => {
    const { introspection_endpoint } = await discovery.metadata(ask)
    if (introspection_endpoint) {
      const { status, json } = await ask(introspection_endpoint, {
        method: 'POST',
        form: { token, token_type_hint: 'access_token', client_id: clientId },
      })
      if (status === 200) {
        if (json?.['active'] !== true) throw new IdentityRefused('The token is not active')
        if (json['client_id'] !== clientId) throw foreign()
        return { subject: text(json['sub']), claims: json }
      }
    }
    return signedFor(clientId, discovery, ask, token)
  }

/** The claims that the issuer signed; a key not among the cached ones may be new. */
const signedBy = async (discovery: Discovery, ask: Fetcher, token: string, more: JWTVerifyOptions) => {
  const { issuer } = await discovery.metadata(ask)
  const options: JWTVerifyOptions = { issuer, requiredClaims: ['exp', 'sub'], clockTolerance: 5, ...more }
  try {
    const { payload } = await jwtVerify(token, await discovery.keys(ask), options).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return jwtVerify(token, await discovery.newerKeys(ask), options)
    })
    return payload
  } catch (cause) {
    if (cause instanceof errors.JOSEError) throw new IdentityRefused('The token is not valid', { cause })
    throw cause
  }
}

const signedFor = async (clientId: string, discovery: Discovery, ask: Fetcher, token: string) => {
  const { jwks_uri } = await discovery.metadata(ask)
  if (!jwks_uri || token.split('.').length !== 3) throw new IdentityRefused('Nobody tells for whom the token was made')
  const payload = await signedBy(discovery, ask, token, {})
  // The holder counts before the audience: a foreign client may well hold a token for this audience.
  const holder = payload['azp'] ?? payload['client_id']
  const ours = holder === undefined ? [payload.aud].flat().includes(clientId) : holder === clientId
  if (!ours) throw foreign()
  return { subject: payload.sub, claims: payload }
}

type Given = { idToken: string; subject: string }
/** What an ID token says about this person to this client (OIDC Core 3.1.3.7). */
export const idTokenOf = async (clientId: string, discovery: Discovery, ask: Fetcher, { idToken, subject }: Given) => {
  const payload = await signedBy(discovery, ask, idToken, { audience: clientId })
  const { azp = clientId } = payload
  if (azp !== clientId) throw foreign()
  if (payload.sub !== subject) throw new IdentityRefused('The provider tells two subjects for one sign-in')
  return payload
}
