import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { authenticateOperator, type ErrorBody, verifyIdentity } from '@fornix/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { capturedLog } from '../../../test/captured-log.ts'
import { testApp } from '../../../test/harness.ts'
import { discovery, identityServer, type Respond } from '../../../test/identity-server.ts'
import { identityProvider } from './identity-provider.ts'

const answer =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const json = (body: object) => answer(JSON.stringify(body))

const canary = 'canary-7f3a9'
const clientId = 'fornix-web'
const ours = await generateKeyPair('ES256')
const stranger = await generateKeyPair('ES256')
const publicKeys = { keys: [{ ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'ES256' }] }

let sentBytes: number
const server = await identityServer()
const { origin } = server

const { log, lines: logged } = capturedLog('trace')
let provider = identityProvider({ kind: 'oidc', issuer: origin, clientId })
const { send, given, owner } = await testApp({
  platform: ({ identity, rateLimits }) => ({
    log,
    identity: { ...identity, check: (token) => provider.check(token) },
    // More sign-ins than one address is allowed.
    rateLimits: { ...rateLimits, spend: async () => {} },
  }),
})
const nurse = await given.staff('Nurse')
await owner("insert into identities (issuer, subject, login_id) values ('fornix-demo', 'p1', $1)", [nurse.login])

const person = { sub: 'p1', email: 'ana@x.example', email_verified: true, given_name: canary }
const tokenInfo = { aud: clientId, azp: clientId, sub: 'p1', expires_in: 3000, scope: 'openid email' }
const active = { active: true, client_id: clientId, sub: 'p1' }
const metadata = (more?: object) => json(server.metadata(more))
const kinds = { google: { path: '/tokeninfo', good: tokenInfo }, oidc: { path: '/introspect', good: active } } as const
type Kind = keyof typeof kinds

const openProvider = (kind: Kind, issuer = origin) => {
  provider = identityProvider({ kind, issuer, clientId, tokenInfo: `${origin}/tokeninfo` })
}
const opaque = async () => `opaque-${canary}-${Math.random()}`
const signed = (claims: object, { key = ours.privateKey, expires = '5m' as string | number } = {}) =>
  new SignJWT({ iss: origin, sub: 'p1', azp: clientId, canary, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setExpirationTime(expires)
    .sign(key)
const unsigned = async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 300
  return `${part({ alg: 'none' })}.${part({ iss: origin, sub: 'p1', azp: clientId, exp })}.`
}

beforeEach(() => {
  server.asked = []
  sentBytes = 0
  openProvider('oidc')
  server.responses = {
    [discovery]: metadata(),
    '/introspect': json(active),
    '/tokeninfo': json(tokenInfo),
    '/keys': json(publicKeys),
    '/me': json(person),
  }
})

const refused = { status: 400, error: 'Google Login failed. Please try again.', code: 'identity' }
const down = {
  status: 503,
  error: 'The sign-in service does not answer. Please try again in a moment.',
  code: 'unavailable',
}

/** Whatever the provider says, both steps give the same response, and nothing of it is returned or stored. */
const expectResponse = async (wanted: typeof refused, token = opaque) => {
  for (const call of [verifyIdentity, authenticateOperator]) {
    const body = { token: await token() }
    const { status, headers, body: answered } = await send(null, call, { body })
    const { error, code, detail } = answered as ErrorBody
    expect({ status, error, code }).toEqual(wanted)
    expect(detail).toBe(error)
    expect(headers['retry-after'] !== undefined).toBe(wanted.status === 503)
    expect(JSON.stringify(answered)).not.toContain(canary)
    expect(logged.join('')).not.toContain(canary)
    expect(logged.join('')).not.toContain(body.token)
  }
}

/** Sends without end until the client disconnects. */
const endless: Respond = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(`{"sub":"${canary}`)
  const piece = 'x'.repeat(16 * 1024)
  const more = () => {
    while (!response.destroyed) {
      sentBytes += piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
  }
  more()
}
const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
const packed = gzipSync(JSON.stringify(person))
const html = answer(`<p>${canary}</p>`, 200, { 'content-type': 'text/html' })
const redirectTo = (address: string) => answer('', 302, { location: address })
const broken: Respond = (request) => void request.socket.destroy()

describe.each(['google', 'oidc'] as const)('%s', (kind) => {
  const { path, good } = kinds[kind]
  beforeEach(() => openProvider(kind))

  test('a good answer signs in, whatever else it says', async () => {
    const body = { token: await opaque() }
    expect(await send(null, verifyIdentity, { body })).toMatchObject({ status: 200, body: { role: 'Nurse' } })
    expect(await send(null, authenticateOperator, { body })).toMatchObject({ status: 200 })
    expect(logged.join('')).not.toContain(canary)
  })

  const about = (change: object) => ({ [path]: json({ ...good, ...change }) })
  const who = (change: object) => ({ '/me': json({ ...person, ...change }) })
  const atBoth = (reply: Respond): [string, Record<string, Respond>][] => [
    ['about the token', { [path]: reply }],
    ['about the person', { '/me': reply }],
  ]
  const named = (title: string, wanted: typeof refused, reply: Respond) =>
    atBoth(reply).map(([place, change]) => [`${title} ${place}`, wanted, change] as const)

  test.each<readonly [string, typeof refused, Record<string, Respond>]>([
    ['another audience', refused, about(kind === 'google' ? { aud: canary } : { client_id: canary })],
    ['no audience', refused, about(kind === 'google' ? { aud: undefined } : { client_id: undefined })],
    ['an audience that is a list', refused, about(kind === 'google' ? { aud: [clientId] } : { client_id: [clientId] })],
    ['an expired token', refused, about(kind === 'google' ? { expires_in: 0 } : { active: false })],
    ['no word on expiry', refused, about(kind === 'google' ? { expires_in: undefined } : { active: undefined })],
    ['two subjects', refused, about({ sub: 'p2' })],
    ['an unverified email', refused, who({ email_verified: false })],
    ['an email verified as a text', refused, who({ email_verified: 'true' })],
    ['no word on verification', refused, who({ email_verified: undefined })],
    ['no email', refused, who({ email: undefined })],
    ['an email with a line break', refused, who({ email: `${canary}@x.example\r\nb@x.example` })],
    ['an empty subject', refused, who({ sub: '' })],
    ...named('an error of the token', refused, answer(JSON.stringify({ error: canary }), 401)),
    ...named('HTML', refused, html),
    ...named('a list instead of an object', refused, answer(`["${canary}"]`)),
    ...named('a packed answer', refused, answer(packed, 200, { 'content-encoding': 'gzip' })),
    ...named('a packed answer of enormous size', refused, answer(bomb, 200, { 'content-encoding': 'gzip' })),
    ...named('an endless answer', refused, endless),
    ...named('a redirection', refused, redirectTo(`${origin}/elsewhere`)),
    ...named('a redirection inwards', refused, redirectTo('http://169.254.169.254/latest/meta-data')),
    ...named('status 500', down, answer(canary, 500)),
    ...named('status 503', down, answer(canary, 503)),
    ...named('status 429', down, answer(canary, 429)),
    ...named('a broken connection', down, broken),
    ['a configuration in HTML', down, { [discovery]: html }],
    ['a configuration that redirects', down, { [discovery]: redirectTo(`${origin}/elsewhere`) }],
    ['an endless configuration', down, { [discovery]: endless }],
    ['the configuration of another issuer', down, { [discovery]: metadata({ issuer: `https://${canary}.example` }) }],
    [
      'a person at an address without https',
      down,
      { [discovery]: metadata({ userinfo_endpoint: `http://${canary}/` }) },
    ],
    ['a person in the internal network', down, { [discovery]: metadata({ userinfo_endpoint: 'https://10.1.2.3/me' }) }],
  ])('%s', async (_title, wanted, change) => {
    server.responses['/elsewhere'] = json(person)
    Object.assign(server.responses, change)
    await expectResponse(wanted)
    expect(server.asked).not.toContain('/elsewhere')
    // Only what the connection itself buffers.
    expect(sentBytes).toBeLessThan(16_000_000)
  })

  test('a token that tells another person at the second step is refused there', async () => {
    const body = { token: await opaque() }
    expect((await send(null, verifyIdentity, { body })).status).toBe(200)
    const other = await given.staff('Nurse')
    await owner("insert into identities (issuer, subject, login_id) values ('fornix-demo', $1, $2)", [
      `other ${kind}`,
      other.login,
    ])
    Object.assign(server.responses, about({ sub: `other ${kind}` }), who({ sub: `other ${kind}` }))
    expect(await send(null, authenticateOperator, { body })).toMatchObject({
      status: 400,
      body: { error: refused.error },
    })
  })
})

// Both kinds together wait out the budget only once.
test('silence, at once or in the middle of a response, is over within the budget', async () => {
  const silent: Respond = () => {}
  const trickle: Respond = (_request, response) => void response.writeHead(200).write(`{"sub":"${canary}`)
  const isOver = async (kind: Kind, place: string, reply: Respond) => {
    const name = `/silence-${Math.random()}`
    server.responses[name] = reply
    server.responses[`${name}${discovery}`] = metadata({
      issuer: origin + name,
      ...(place === '/me' ? { userinfo_endpoint: origin + name } : { introspection_endpoint: origin + name }),
    })
    const tokenInfo = place === '/tokeninfo' ? origin + name : `${origin}/tokeninfo`
    const silentProvider = identityProvider({ kind, issuer: origin + name, clientId, tokenInfo })
    await expect(silentProvider.check(await opaque())).rejects.toMatchObject({
      message: 'The identity provider does not answer',
    })
  }
  const all = (['google', 'oidc'] as const).flatMap((kind) =>
    [kinds[kind].path, '/me'].flatMap((place) => [silent, trickle].map((reply) => isOver(kind, place, reply))),
  )
  expect(all).toHaveLength(8)
  await Promise.all(all)
})

describe('a provider that gives out signed tokens', () => {
  beforeEach(() => {
    server.responses['/introspect'] = answer(JSON.stringify({ error: 'unauthorized_client' }), 401)
  })

  test.each([
    ['of another client', () => signed({ azp: canary, aud: clientId })],
    ['for another audience', () => signed({ azp: undefined, aud: canary })],
    ['for no audience', () => signed({ azp: undefined })],
    ['of another issuer', () => signed({ iss: `https://${canary}.example` })],
    ['without a subject', () => signed({ sub: undefined })],
    ['that has expired', () => signed({}, { expires: Math.floor(Date.now() / 1000) - 60 })],
    ['signed by a stranger', () => signed({}, { key: stranger.privateKey })],
    ['without a signature', unsigned],
    ['that is opaque', opaque],
  ])('a token %s', async (_title, make) => {
    await expectResponse(refused, make)
    expect(server.asked).not.toContain('/me')
  })

  test.each([
    ['HTML', html],
    ['an error', answer(canary, 500)],
    ['an endless answer', endless],
  ])('%s instead of its keys', async (_title, reply) => {
    server.responses['/keys'] = reply
    await expectResponse(down, () => signed({}))
  })

  test('its good token', async () => {
    expect(await send(null, verifyIdentity, { body: { token: await signed({}) } })).toMatchObject({ status: 200 })
  })
})

test.each([
  ['http://localhost:9/me', 'of this machine'],
  ['https://localhost:9/me', 'of the internal network'],
  ['https://127.0.0.2/me', 'of the internal network'],
  ['https://10.1.2.3/me', 'of the internal network'],
  ['https://169.254.169.254/me', 'of the internal network'],
  ['https://[::1]/me', 'of the internal network'],
  ['https://[::ffff:10.1.2.3]/me', 'of the internal network'],
  ['https://[fd00::1]/me', 'of the internal network'],
])('%s, named by the configuration, is not even connected to', async (userinfo_endpoint, reason) => {
  server.responses[discovery] = metadata({ userinfo_endpoint })
  const error: unknown = await provider.check(await opaque()).catch((thrown: unknown) => thrown)
  expect(String((error as Error).cause)).toContain(reason)
})

test('a provider that is gone', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => gone.once('listening', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  openProvider('oidc', `http://127.0.0.1:${port}`)
  await expectResponse(down)
})
