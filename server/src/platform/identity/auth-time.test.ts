import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { discovery, identityServer, type Respond } from '../../../test/identity-server.ts'
import { IdentityRefused, identityProvider } from './identity-provider.ts'

const clientId = 'fornix-web'
const { privateKey, publicKey } = await generateKeyPair('ES256')
const stranger = await generateKeyPair('ES256')
const json =
  (body: () => object): Respond =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body()))
const server = await identityServer()
const { origin, metadata } = server
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] }
let introspected: object
server.responses = {
  [discovery]: json(() => metadata()),
  '/introspect': json(() => ({ active: true, client_id: clientId, sub: 'p1', ...introspected })),
  '/tokeninfo': json(() => ({ aud: clientId, sub: 'p1', expires_in: 300, scope: 'email' })),
  '/keys': json(() => keys),
  '/me': json(() => ({ sub: 'p1', email: 'ana@x.example', email_verified: true })),
}
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
    // In milliseconds it would be in the future and never grow old.
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
