import { isEmail } from '@fornix/contract'
import { z } from 'zod'
import { type Fetcher, fetcherWithin, IdentityRefused, isSafeAddress } from './ask.ts'
import { googleAudience, idTokenOf, oidcAudience } from './audience.ts'
import { discoveryOf } from './discovery.ts'
import { identityReach } from './reach.ts'

export { IdentityRefused, IdentityUnavailable } from './ask.ts'

/** A person the provider vouches for. `subject` is the key; the email may change. */
export type VerifiedIdentity = {
  issuer: string
  subject: string
  email: string
  email_verified: true
  first_name?: string
  last_name?: string
  /** What the provider says about its own checks: `acr:…` and `amr:…`. */
  claims?: string[]
  /** When it last authenticated the person, in seconds; 0 if it does not say. Undefined if this is not checked. */
  auth_time?: number
}
export type IdentityProvider = ReturnType<typeof identityProvider>
type Options = {
  issuer: string
  clientId: string
  kind: 'google' | 'oidc'
  /** Where this server reaches the issuer, if its public address does not lead here (the demo provider). */
  reachAt?: string
  tokenInfo?: string
  /** Skips the check of `auth_time`: for a provider that does not send it, and can be trusted to ask the person when told to. */
  believesTime?: boolean
  clock?: () => number
}

const googleTokenInfo = 'https://oauth2.googleapis.com/tokeninfo'
const budgetMs = 3000

const Claim = z.string().min(1).max(200)
const UserInfo = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().refine(isEmail),
  // Not the text "true": a provider that sends the wrong type is not trusted.
  email_verified: z.literal(true),
  given_name: z.string().trim().max(200).optional().catch(undefined),
  family_name: z.string().trim().max(200).optional().catch(undefined),
})
/** From the token's claims (RFC 9068, RFC 9470), or the person's. */
const Checks = z.object({
  acr: Claim.optional().catch(undefined),
  amr: z.array(Claim).max(20).optional().catch(undefined),
})
const claimsIn = (claims: unknown) => {
  const { acr, amr = [] } = Checks.safeParse(claims).data ?? {}
  return [...(acr ? [`acr:${acr}`] : []), ...amr.map((one) => `amr:${one}`)]
}

/** In seconds, up to the year 2286: milliseconds would be in the future and never grow old. */
const Times = z.object({ auth_time: z.number().int().min(0).max(9_999_999_999) })
const timeIn = (claims: unknown) => Times.safeParse(claims).data?.auth_time

/** Google and any other OpenID issuer take the same path: whose token is it, then who is the person. */
export const identityProvider = ({ issuer, clientId, kind, ...options }: Options) => {
  const reachAt = options.reachAt ?? issuer
  for (const address of [issuer, reachAt])
    if (!isSafeAddress(address)) throw new Error('The identity issuer needs an https address')
  const discovery = discoveryOf(issuer, reachAt.replace(/\/$/, ''), options.clock ?? Date.now)
  const tokenInfo = options.tokenInfo ?? googleTokenInfo
  const reach = identityReach([issuer, reachAt])
  const newFetcher = () => fetcherWithin(budgetMs, reach)
  const audience = kind === 'google' ? googleAudience(clientId, tokenInfo) : oidcAudience(clientId, discovery)
  const looksAtTime = kind === 'oidc' && !options.believesTime

  /** From the access token's claims (RFC 9470), or else the ID token, where `max_age` in the request requires it (OIDC Core 3.1.2.1). */
  const timeOf = async (ask: Fetcher, claims: unknown, subject: string, idToken: string | undefined) =>
    timeIn(claims) ??
    (idToken ? timeIn(await idTokenOf(clientId, discovery, ask, { idToken, subject })) : undefined) ??
    0

  return {
    issuer,
    clientId,
    kind,
    /** The provider's published addresses, cached for ten minutes. */
    discovery: () => discovery.metadata(newFetcher()),
    /** Returns within three seconds, or throws IdentityRefused or IdentityUnavailable. `idToken`: what came with the access token. */
    check: async (accessToken: string, idToken?: string): Promise<VerifiedIdentity> => {
      if (!/^[\x21-\x7e]{1,4096}$/.test(accessToken)) throw new IdentityRefused('This is no access token')
      const ask = newFetcher()
      const { userinfo_endpoint } = await discovery.metadata(ask)
      const { subject, claims } = await audience(ask, accessToken)
      const { status, json } = await ask(userinfo_endpoint, { bearer: accessToken })
      const person = UserInfo.safeParse(json)
      if (status !== 200 || !person.success) throw new IdentityRefused('The provider does not vouch for an email')
      if (subject !== undefined && subject !== person.data.sub)
        throw new IdentityRefused('The provider tells two subjects for one token')
      const { sub, email, given_name, family_name } = person.data
      return {
        issuer,
        subject: sub,
        email,
        email_verified: true,
        claims: [...claimsIn(claims), ...claimsIn(json)],
        ...(looksAtTime && { auth_time: await timeOf(ask, claims, sub, idToken) }),
        ...(given_name && { first_name: given_name }),
        ...(family_name && { last_name: family_name }),
      }
    },
  }
}
