import { createLocalJWKSet } from 'jose'
import { z } from 'zod'
import { type Fetcher, IdentityUnavailable } from './ask.ts'

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
  jwks_uri: z.string().optional(),
  introspection_endpoint: z.string().optional(),
})
export type Metadata = z.output<typeof Metadata>
type Keys = ReturnType<typeof createLocalJWKSet>

const freshMs = 10 * 60_000
const againMs = 30_000

/** Caches the result of `load` for ten minutes; failures are not cached. */
const cachedUnlessFailed = <T>(load: (ask: Fetcher) => Promise<T>, clock: () => number) => {
  let cached: { value: T; at: number } | undefined
  return async (ask: Fetcher, maxAge = freshMs) => {
    if (!cached || clock() - cached.at >= maxAge) cached = { value: await load(ask), at: clock() }
    return cached.value
  }
}

/** What the provider publishes about itself. `reachAt`: where this server finds it, if not at the issuer. */
export const discoveryOf = (issuer: string, reachAt: string, clock: () => number) => {
  const metadata = cachedUnlessFailed(async (ask): Promise<Metadata> => {
    const { status, json } = await ask(`${reachAt}/.well-known/openid-configuration`)
    const parsed = Metadata.safeParse(json)
    if (status !== 200 || !parsed.success || parsed.data.issuer !== issuer)
      throw new IdentityUnavailable('The identity provider publishes no usable configuration')
    return parsed.data
  }, clock)

  const keys = cachedUnlessFailed(async (ask): Promise<Keys> => {
    const { status, json } = await ask((await metadata(ask)).jwks_uri ?? '')
    const keys = json?.['keys']
    if (status !== 200 || !Array.isArray(keys)) throw new IdentityUnavailable('The identity provider publishes no keys')
    return createLocalJWKSet({ keys })
  }, clock)

  return {
    metadata: (ask: Fetcher) => metadata(ask),
    keys: (ask: Fetcher) => keys(ask),
    /** After a key that is not cached: the provider may have rotated its keys. */
    newerKeys: (ask: Fetcher) => keys(ask, againMs),
  }
}
export type Discovery = ReturnType<typeof discoveryOf>
