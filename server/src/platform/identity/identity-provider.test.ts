import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { discovery, identityServer, type Respond } from '../../../test/identity-server.ts'
import { IdentityRefused, IdentityUnavailable, identityProvider } from './identity-provider.ts'

const json =
  (body: object, status = 200): Respond =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const clientId = 'fornix-web'
const { privateKey, publicKey } = await generateKeyPair('ES256')
const server = await identityServer()
const { origin, metadata } = server

const person = { sub: 'p1', email: 'ana@x.example', email_verified: true, given_name: 'Ana' }
beforeEach(async () => {
  server.asked = []
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }
  server.responses = {
    [discovery]: json(metadata()),
    '/introspect': json({ active: true, client_id: clientId, sub: 'p1' }),
    '/tokeninfo': json({ aud: clientId, azp: clientId, sub: 'p1', expires_in: '3000', scope: 'openid email' }),
    '/keys': json({ keys: [key] }),
    '/me': json(person),
  }
})

const oidc = () => identityProvider({ kind: 'oidc', issuer: origin, clientId })
const google = () => identityProvider({ kind: 'google', issuer: origin, clientId, tokenInfo: `${origin}/tokeninfo` })
const signed = (claims: object) =>
  new SignJWT({ iss: origin, sub: 'p1', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setExpirationTime('5m')
    .sign(privateKey)
const withoutIntrospection = () => {
  server.responses[discovery] = json(metadata({ introspection_endpoint: undefined }))
}

test.each([
  ['google', google, {}],
  ['oidc', oidc, { auth_time: 0 }],
] as const)('%s: a good token tells who the person is', async (_kind, make, more) => {
  expect(await make().check('good')).toEqual({
    issuer: origin,
    subject: 'p1',
    email: 'ana@x.example',
    email_verified: true,
    claims: [],
    first_name: 'Ana',
    ...more,
  })
})

test('how the provider checked the person is told with the token', async () => {
  server.responses['/introspect'] = json({
    active: true,
    client_id: clientId,
    sub: 'p1',
    acr: 'loa2',
    amr: ['pwd', 'otp', 7],
  })
  expect((await oidc().check('good')).claims).toEqual(['acr:loa2'])
  server.responses['/introspect'] = json({ active: true, client_id: clientId, sub: 'p1', amr: ['pwd', 'otp'] })
  expect((await oidc().check('good')).claims).toEqual(['amr:pwd', 'amr:otp'])
})

test.each([
  ['another presenter', { azp: 'other' }],
  ['no email scope', { scope: 'openid' }],
])('google: %s is refused', async (_title, change) => {
  server.responses['/tokeninfo'] = json({
    aud: clientId,
    azp: clientId,
    sub: 'p1',
    expires_in: 3000,
    scope: 'email',
    ...change,
  })
  await expect(google().check('token')).rejects.toBeInstanceOf(IdentityRefused)
})

test('a signed token is believed where there is no introspection, or none for a client without a secret', async () => {
  const token = await signed({ azp: clientId, aud: 'account' })
  server.responses['/introspect'] = json({ error: 'unauthorized_client' }, 401)
  expect(await oidc().check(token)).toMatchObject({ subject: 'p1' })
  withoutIntrospection()
  expect(await oidc().check(token)).toMatchObject({ subject: 'p1' })
  expect(await oidc().check(await signed({ aud: ['x', clientId] }))).toMatchObject({ subject: 'p1' })
})

test('what is no token is refused without asking anybody', async () => {
  for (const text of ['', 'a b', 'a\r\nx: y', 'ü', 'x'.repeat(4097)])
    await expect(oidc().check(text)).rejects.toBeInstanceOf(IdentityRefused)
  expect(server.asked).toEqual([])
})

const html: Respond = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>')

test('the configuration is kept for ten minutes, and a failure is not kept', async () => {
  let now = 0
  const provider = identityProvider({ kind: 'oidc', issuer: origin, clientId, clock: () => now })
  const good = server.responses[discovery]!
  server.responses[discovery] = html
  await expect(provider.check('token')).rejects.toBeInstanceOf(IdentityUnavailable)
  server.responses[discovery] = good
  await provider.check('token')
  now = 10 * 60_000 - 1
  await provider.check('token')
  expect(server.asked.filter((path) => path === discovery)).toHaveLength(2)
  now += 1
  await provider.check('token')
  expect(server.asked.filter((path) => path === discovery)).toHaveLength(3)
})

test('an issuer without https is not accepted, but for this machine', () => {
  expect(() => identityProvider({ kind: 'oidc', issuer: 'http://id.example', clientId })).toThrow('https')
  expect(() => identityProvider({ kind: 'oidc', issuer: 'http://localhost:1', clientId })).not.toThrow()
})
