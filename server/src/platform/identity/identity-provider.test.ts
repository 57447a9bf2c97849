import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { IdentityRefused, IdentityUnavailable, identityProvider } from './identity-provider.ts'

type Reply = (request: IncomingMessage, response: ServerResponse) => void
const json =
  (body: object, status = 200): Reply =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const clientId = 'fornix-web'
const { privateKey, publicKey } = await generateKeyPair('ES256')
const stranger = await generateKeyPair('ES256')
let origin: string
let replies: Record<string, Reply>
let asked: string[]

// A provider that answers whatever a test tells it to: the one thing no honest provider can be made to do.
const server = createServer((request, response) => {
  const path = request.url?.split('?')[0] ?? ''
  asked.push(path)
  const reply = replies[path]
  if (reply) reply(request, response)
  else response.writeHead(404).end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const person = { sub: 'p1', email: 'ana@x.example', email_verified: true, given_name: 'Ana' }
const metadata = (more: object = {}) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/auth`,
  token_endpoint: `${origin}/token`,
  userinfo_endpoint: `${origin}/me`,
  jwks_uri: `${origin}/keys`,
  ...more,
})
const discovery = '/.well-known/openid-configuration'
beforeEach(async () => {
  asked = []
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }
  replies = {
    [discovery]: json(metadata({ introspection_endpoint: `${origin}/introspect` })),
    '/introspect': json({ active: true, client_id: clientId, sub: 'p1' }),
    '/tokeninfo': json({ aud: clientId, azp: clientId, sub: 'p1', expires_in: '3000', scope: 'openid email' }),
    '/keys': json({ keys: [key] }),
    '/me': json(person),
  }
})

const oidc = () => identityProvider({ kind: 'oidc', issuer: origin, clientId })
const google = () => identityProvider({ kind: 'google', issuer: origin, clientId, tokenInfo: `${origin}/tokeninfo` })
const signed = (claims: object, expires: string | number = '5m', key = privateKey) =>
  new SignJWT({ iss: origin, sub: 'p1', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setExpirationTime(expires)
    .sign(key)
const withoutIntrospection = () => {
  replies[discovery] = json(metadata())
}

test.each([
  ['google', google],
  ['oidc', oidc],
] as const)('%s: a good token tells who the person is', async (_kind, make) => {
  expect(await make().check('good')).toEqual({
    issuer: origin,
    subject: 'p1',
    email: 'ana@x.example',
    email_verified: true,
    first_name: 'Ana',
  })
})

test.each([
  ['another client', { aud: 'other' }],
  ['another presenter', { azp: 'other' }],
  ['no time left', { expires_in: '0' }],
  ['no e-mail scope', { scope: 'openid' }],
  ['another subject', { sub: 'p2' }],
])('google: %s is refused', async (_title, change) => {
  replies['/tokeninfo'] = json({ aud: clientId, azp: clientId, sub: 'p1', expires_in: 3000, scope: 'email', ...change })
  await expect(google().check('token')).rejects.toBeInstanceOf(IdentityRefused)
})

test.each([
  ['inactive', { active: false }],
  ['another client', { client_id: 'other' }],
  ['another subject', { sub: 'p2' }],
])('introspection: %s is refused', async (_title, change) => {
  replies['/introspect'] = json({ active: true, client_id: clientId, sub: 'p1', ...change })
  await expect(oidc().check('token')).rejects.toBeInstanceOf(IdentityRefused)
})

test.each([
  ['unverified e-mail', { email_verified: false }],
  ['verified as a text', { email_verified: 'true' }],
  ['no word on verification', { email_verified: undefined }],
  ['no e-mail', { email: undefined }],
  ['an e-mail with a line break', { email: 'a@x.example\r\nb@x.example' }],
  ['an empty subject', { sub: '' }],
])('userinfo: %s is refused', async (_title, change) => {
  replies['/me'] = json({ ...person, ...change })
  await expect(oidc().check('token')).rejects.toBeInstanceOf(IdentityRefused)
})

test('a signed token is believed where there is no introspection, or none for a client without a secret', async () => {
  const token = await signed({ azp: clientId, aud: 'account' })
  replies['/introspect'] = json({ error: 'unauthorized_client' }, 401)
  expect(await oidc().check(token)).toMatchObject({ subject: 'p1' })
  withoutIntrospection()
  expect(await oidc().check(token)).toMatchObject({ subject: 'p1' })
  expect(await oidc().check(await signed({ aud: ['x', clientId] }))).toMatchObject({ subject: 'p1' })
})

test.each([
  ['of another client', () => signed({ azp: 'other', aud: clientId })],
  ['for another audience', () => signed({ aud: 'other' })],
  ['of another issuer', () => signed({ iss: 'https://evil.example', azp: clientId })],
  ['that has expired', () => signed({ azp: clientId }, Math.floor(Date.now() / 1000) - 60)],
  ['signed by a stranger', () => signed({ azp: clientId }, '5m', stranger.privateKey)],
  [
    'without signature',
    async () => `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: origin, azp: clientId }))}.`,
  ],
  ['that is opaque', async () => 'opaque'],
])('a signed token %s is refused without asking who it is', async (_title, make) => {
  withoutIntrospection()
  await expect(oidc().check(await make())).rejects.toBeInstanceOf(IdentityRefused)
  expect(asked).not.toContain('/me')
})

test('what is no token is refused without asking anybody', async () => {
  for (const text of ['', 'a b', 'a\r\nx: y', 'ü', 'x'.repeat(4097)])
    await expect(oidc().check(text)).rejects.toBeInstanceOf(IdentityRefused)
  expect(asked).toEqual([])
})

const html: Reply = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>')
const huge: Reply = (_request, response) =>
  response.writeHead(200).end(JSON.stringify({ ...person, filler: 'x'.repeat(70_000) }))
const redirect: Reply = (_request, response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end()

test.each([
  ['HTML', html],
  ['a huge answer', huge],
  ['a redirect', redirect],
])('%s instead of a person is refused, and no redirect is followed', async (_title, reply) => {
  replies['/me'] = reply
  replies['/elsewhere'] = json(person)
  await expect(oidc().check('token')).rejects.toBeInstanceOf(IdentityRefused)
  expect(asked).not.toContain('/elsewhere')
})

test.each([
  ['HTML', html],
  ['a huge answer', huge],
  ['a redirect', redirect],
  [
    'a foreign issuer',
    (request: IncomingMessage, response: ServerResponse) =>
      json(metadata({ issuer: 'https://evil.example' }))(request, response),
  ],
])('a configuration that is %s means the provider is unavailable', async (_title, reply) => {
  replies[discovery] = reply
  await expect(oidc().check('token')).rejects.toBeInstanceOf(IdentityUnavailable)
})

test.each([500, 503, 429])('status %i means the provider is unavailable', async (status) => {
  replies['/me'] = json({}, status)
  await expect(oidc().check('token')).rejects.toBeInstanceOf(IdentityUnavailable)
})

test('an address that would show the token to the network is never asked', async () => {
  replies[discovery] = json(
    metadata({ userinfo_endpoint: 'http://evil.example/me', introspection_endpoint: `${origin}/introspect` }),
  )
  await expect(oidc().check('token')).rejects.toThrow('unsafe address')
})

test('a provider that is gone is unavailable', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => gone.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
  await new Promise((resolve) => gone.close(resolve))
  const provider = identityProvider({ kind: 'oidc', issuer, clientId })
  await expect(provider.check('token')).rejects.toBeInstanceOf(IdentityUnavailable)
})

test('a provider that hangs, at once or in the middle of its answer, is unavailable within seconds', async () => {
  replies['/silent'] = () => {}
  replies['/trickle'] = (_request, response) => response.writeHead(200).write('{"sub":')
  const providers = []
  for (const path of ['/silent', '/trickle']) {
    replies[discovery] = json(
      metadata({ userinfo_endpoint: origin + path, introspection_endpoint: `${origin}/introspect` }),
    )
    const provider = oidc()
    await provider.discovery()
    providers.push(provider)
  }
  const began = performance.now()
  for (const result of await Promise.allSettled(providers.map((provider) => provider.check('token'))))
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(IdentityUnavailable) })
  expect(performance.now() - began).toBeLessThan(6000)
  expect(asked).toEqual(expect.arrayContaining(['/silent', '/trickle']))
})

test('the configuration is kept for ten minutes, and a failure is not kept', async () => {
  let now = 0
  const provider = identityProvider({ kind: 'oidc', issuer: origin, clientId, clock: () => now })
  const good = replies[discovery]!
  replies[discovery] = html
  await expect(provider.check('token')).rejects.toBeInstanceOf(IdentityUnavailable)
  replies[discovery] = good
  await provider.check('token')
  now = 10 * 60_000 - 1
  await provider.check('token')
  expect(asked.filter((path) => path === discovery)).toHaveLength(2)
  now += 1
  await provider.check('token')
  expect(asked.filter((path) => path === discovery)).toHaveLength(3)
})

test('an issuer without https is not accepted, but for this machine', () => {
  expect(() => identityProvider({ kind: 'oidc', issuer: 'http://id.example', clientId })).toThrow('https')
  expect(() => identityProvider({ kind: 'oidc', issuer: 'http://localhost:1', clientId })).not.toThrow()
})
