import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IdentityRefused, identityProvider } from './identity-provider.ts'

const clientId = 'fornix-web'
const { privateKey, publicKey } = await generateKeyPair('ES256')
const stranger = await generateKeyPair('ES256')
let origin: string
let introspected: object
const server = createServer(async (request, response) => {
  const bodies: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer: origin,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${origin}/token`,
      userinfo_endpoint: `${origin}/me`,
      jwks_uri: `${origin}/keys`,
      introspection_endpoint: `${origin}/introspect`,
    },
    '/introspect': { active: true, client_id: clientId, sub: 'p1', ...introspected },
    '/tokeninfo': { aud: clientId, sub: 'p1', expires_in: 300, scope: 'email' },
    '/keys': { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] },
    '/me': { sub: 'p1', email: 'ana@x.example', email_verified: true },
  }
  const body = bodies[request.url?.split('?')[0] ?? '']
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  introspected = {}
})

const told = 1_790_000_000
const idToken = (claims: object = {}, { key = privateKey, until = '5m' } = {}) =>
  new SignJWT({ iss: origin, sub: 'p1', aud: clientId, auth_time: told, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt()
    .setExpirationTime(until)
    .sign(key)
const options = () => ({ issuer: origin, clientId, tokenInfo: `${origin}/tokeninfo` })
const checked = async (token?: string, more: object = {}) =>
  (await identityProvider({ kind: 'oidc', ...options(), ...more }).check('good', token)).auth_time

describe('when the provider has asked a person', () => {
  test('stands in the ID token, or in what is told of the access token', async () => {
    expect(await checked(await idToken())).toBe(told)
    introspected = { auth_time: told - 1 }
    expect(await checked()).toBe(told - 1)
  })

  test('is never, where nobody says', async () => {
    expect(await checked()).toBe(0)
    expect(await checked(await idToken({ auth_time: 'just now' }))).toBe(0)
    // In milliseconds it would be a time to come, which never grows old.
    for (const auth_time of [told * 1000, Number.MAX_SAFE_INTEGER])
      expect(await checked(await idToken({ auth_time }))).toBe(0)
  })

  test('is not looked at where the operator believes the provider, nor with Google', async () => {
    expect(await checked(undefined, { believesTime: true })).toBeUndefined()
    expect((await identityProvider({ kind: 'google', ...options() }).check('good')).auth_time).toBeUndefined()
  })

  test.each([
    ['of another key', () => idToken({}, { key: stranger.privateKey })],
    ['of another client', () => idToken({ aud: 'other' })],
    ['for several clients, held by another', () => idToken({ aud: [clientId, 'other'], azp: 'other' })],
    ['of another issuer', () => idToken({ iss: 'https://id.example' })],
    ['of another person', () => idToken({ sub: 'p2' })],
    ['that has expired', () => idToken({}, { until: '-1m' })],
    ['without a signature', async () => `${btoa('{"alg":"none"}')}.${(await idToken()).split('.')[1]}.`],
  ])('a token %s is refused', async (_, token) => {
    await expect(checked(await token())).rejects.toBeInstanceOf(IdentityRefused)
  })
})
