import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import {
  type Call,
  calls,
  downloadForm,
  downloadMyDocument,
  downloadStudy,
  fillPath,
  type Limit,
  notificationStream,
  pages,
  type Role,
  renderInstance,
  roles,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '../seeds/demo.ts'
import { buildApp } from '../src/app.ts'
import { demoIdentity } from '../src/demo/identity/plugin.ts'
import { demoMailbox } from '../src/demo/mailbox/plugin.ts'
import { openMailbox } from '../src/demo/mailbox/store.ts'
import { tooMany } from '../src/platform/errors.ts'
import type { Platform } from '../src/platform/platform.ts'
import { smallPdf, type TestUser } from './given.ts'
import { callsOn, testApp } from './harness.ts'
import { imagingIn } from './imaging-world.ts'

const publicUrl = 'https://portal.example'
const world = await testApp({ environment: { PUBLIC_URL: publicUrl } })
const { app, platform, given, send } = world
const project = await given.project()
const folder = await mkdtemp(`${tmpdir()}/fornix-demo-`)
const others: FastifyInstance[] = []
afterAll(async () => {
  for (const other of others) await other.close()
  await rm(folder, { recursive: true, force: true })
})
const another = async (change: Partial<Platform>, extra?: (app: FastifyInstance) => Promise<void>) => {
  const made = await buildApp({ ...platform, ...change }, extra)
  others.push(made)
  return made
}

type Answer = { status: number; headers: Record<string, unknown> }
type Kept = 'public' | 'demo' | undefined
const seen = new Set<number>()

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}
/** `public` is for what belongs to nobody and never changes at its address, `demo` for stand-ins that `serve` never mounts. */
const isDressed = (what: string, { status, headers }: Answer, kept?: Kept) => {
  seen.add(status)
  expect(headers, what).toMatchObject(always)
  expect(headers['referrer-policy'], what).toMatch(kept === 'demo' ? /^(no-referrer|same-origin)$/ : /^no-referrer$/)
  expect(headers['content-security-policy'], what).toMatch(/default-src 'none'|form-action/)
  // A page in a box of its own can be in no frame of ours either; x-frame-options says it beside.
  expect(headers['content-security-policy'], what).toMatch(
    /frame-ancestors 'none'|^sandbox; default-src|^default-src 'none'; script-src 'self' 'wasm/,
  )
  const cache = String(headers['cache-control'])
  if (kept === 'public') expect(cache, what).toMatch(/^public, max-age=31536000, immutable$|^(private, )?no-store$/)
  else expect(cache, what).toMatch(kept === 'demo' ? /no-store|no-cache/ : /^(private, )?no-store$/)
  // A provider lets browsers of any client read what it publishes.
  for (const name of ['x-powered-by', 'server', ...(kept === 'demo' ? [] : ['access-control-allow-origin'])])
    expect(headers, what).not.toHaveProperty(name)
  if (status === 429 || status === 503) expect(headers['retry-after'], what).toMatch(/^\d+$/)
}

const limited = callsOn(
  await another({
    rateLimits: {
      spend: async (_name: Limit) => {
        throw tooMany(7)
      },
      spendRule: async () => {
        throw tooMany(7)
      },
    },
  }),
)
const broken = callsOn(
  await another({
    sessions: {
      ...platform.sessions,
      resolve: async () => {
        throw new Error('broken')
      },
    },
  }),
)

describe.each(Object.entries(calls))('%s', (name, call) => {
  test('says on every answer, good or bad, what browsers and caches may do with it', async () => {
    const allowed = call.allow === 'anyone' ? undefined : call.allow[0]
    const user = allowed ? await given.user(allowed, project) : null
    const refused = call.allow === 'anyone' ? undefined : roles.find((role) => !call.allow.includes(role))
    const stranger = refused ? await personOf(refused) : null
    const kept = name === 'getProjectLogo' ? 'public' : undefined
    const check = (what: string, answer: Answer) => isDressed(`${name}, ${what}`, answer, kept)

    check('nobody', await send(null, call))
    if (call.answer !== 'events') check('as it may be', await send(user, call, { query: {}, body: {} }))
    if (stranger) check('another role', await send(stranger, call))
    check('no project', await send(user, call, {}, { headers: { project: 'x' } }))
    check('too often', await limited.send(null, call))
    check('broken inside', await broken.send(null, call))
    check('a page', await raw(call, { accept: 'text/html' }))
    if (user) check('another project', await send(user, call, {}, { headers: { project: await elsewhere } }))
    if (call.method === 'GET') return
    const bearer: Record<string, string> = user ? { authorization: `Bearer ${user.token}` } : {}
    check('no JSON', await raw(call, { ...bearer, 'content-type': 'application/json' }, '{'))
    check('too large', await raw(call, { ...bearer, 'content-type': 'application/json' }, 'x'.repeat(70_000)))
    check('no form', await raw(call, { ...bearer, 'content-type': 'multipart/form-data' }, 'x'))
    if (call.upload)
      check('a wrong file', await send(user, call, {}, { file: { name: 'a.exe', bytes: Buffer.from('MZ') } }))
  })
})

const elsewhere = given.project()
const people = new Map<Role, Promise<TestUser>>()
const personOf = (role: Role) => {
  const person = people.get(role) ?? given.user(role, project)
  people.set(role, person)
  return person
}
const raw = async (call: Call, headers: Record<string, string>, payload?: string) => {
  const url = fillPath(call.path, { key: 'P-ZZZZZZ', file_id: '0192e4a0-0000-7000-8000-000000000000' })
  const { statusCode, headers: got } = await app.inject({
    method: call.method,
    url,
    headers,
    ...(payload && { payload }),
  })
  return { status: statusCode, headers: got }
}

const at = async (target: FastifyInstance, url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await target.inject({ method: method as 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers }
}

test('pages, assets, the contract, health, and what is not there', async () => {
  for (const { path } of pages) {
    const answer = await at(app, path.replaceAll(':', ''), { accept: 'text/html' })
    isDressed(path, answer)
  }
  const assets = fileURLToPath(new URL('../../web/dist/assets/', import.meta.url))
  for (const [folder, name] of [
    ...(await readdir(assets).catch((): string[] => [])).map((name) => ['', name] as const),
    ...(await readdir(`${assets}workers`).catch((): string[] => [])).map((name) => ['workers/', name] as const),
  ])
    isDressed(name, await at(app, `/assets/${folder}${name}`), 'public')
  for (const url of [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/assets/none.js',
    '/nosuch',
    '/%ff',
    '/%00',
    '//x',
    '/a%2f',
  ])
    isDressed(url, await at(app, url))
  isDressed('a long parameter', await at(app, `/operator/get_patient_info/${'a'.repeat(400)}/`))
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE', 'PROPFIND'])
    for (const url of ['/healthz', '/operator/get_all_patients/', '/nosuch', '/patients'])
      isDressed(`${method} ${url}`, await at(app, url, {}, method))
  const failing = await another({ mail: { ...platform.mail, ready: async () => Promise.reject(new Error('x')) } })
  isDressed('not ready', await at(failing, '/readyz'))
})

test('files, images, archives of them, and a stream', async () => {
  const imaging = imagingIn(world)
  const ana = await given.patient(project)
  const admin = await given.staff('Admin', project)
  const scan = await imaging.stored({ project, patient: ana.id })
  await imaging.opened(ana, admin, scan.study)
  const { document, form } = await filesOf(ana)
  for (const [user, call, args] of [
    [ana, downloadMyDocument, { params: { file_id: document } }],
    [ana, downloadForm, { params: { file_id: form } }],
    [ana, downloadStudy, { params: { study: scan.study } }],
    [ana, renderInstance, { params: { ...scan }, query: {} }],
  ] as const) {
    const answer = await send(user as TestUser, call as Call, args)
    expect(answer.status, call.path).toBe(200)
    isDressed(call.path, answer)
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const end = new AbortController()
  const stream = await fetch(address + notificationStream.path, {
    headers: { authorization: `Bearer ${admin.token}` },
    signal: end.signal,
  })
  isDressed('the stream', { status: stream.status, headers: Object.fromEntries(stream.headers) })
  end.abort()
})
const filesOf = async (patient: TestUser) => {
  const file = { name: 'a.pdf', bytes: smallPdf() }
  const args = { params: { key: patient.code }, body: {} }
  const document = (await send(patient, uploadMyDocument, args, { file })).body.file_id
  const form = (await send(patient, uploadForm, args, { file })).body.file_id
  return { document, form }
}

test('the stand-ins of the demo', async () => {
  const mailbox = await openMailbox(`${folder}/mail`)
  const demo = await another({}, async (app) => {
    await demoMailbox(app, { mailbox })
    await demoIdentity(app, {
      issuer: `${publicUrl}/oidc`,
      origins: [publicUrl],
      accounts: demoAccounts,
      dataDir: folder,
    })
  })
  for (const url of [
    '/demo/mail',
    '/demo/mail/messages',
    '/demo/mail/message/none',
    '/demo/mail/demo.css',
    '/demo-sign-in/none',
    '/oidc/.well-known/openid-configuration',
    '/oidc/auth?client_id=none',
    '/oidc/nosuch',
    '/oidc/me',
  ])
    isDressed(url, await at(demo, url), 'demo')
})

/** The answer to bytes that need not be a request. */
const toBytes = async (address: string, bytes: string, then: (socket: Socket) => unknown = () => {}) => {
  const text = await new Promise<string>((resolve, reject) => {
    let got = ''
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(bytes)
    void then(socket)
    socket.on('data', (some) => {
      got += some
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
  })
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
  return { status: Number(first.split(' ')[1]), headers, body }
}

describe('what never becomes a request', () => {
  const close = 'connection: close\r\n'
  let hasty: string | undefined
  const listening = async () => {
    const made = await another({})
    const address = await made.listen({ port: 0, host: '127.0.0.1' })
    made.server.headersTimeout = 100
    return address
  }
  test.each([
    ['nonsense', 'hello there\r\n\r\n', 400],
    ['a head of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx-secret: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ['no host', `GET / HTTP/1.1\r\n${close}\r\n`, 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
    ['a verb of its own', 'SECRET / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['an expectation', `GET /healthz HTTP/1.1\r\nhost: x\r\n${close}expect: secret\r\n\r\n`, 200],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an upgrade', `GET /nosuch HTTP/1.1\r\nhost: x\r\n${close}upgrade: websocket\r\n\r\n`, 404],
    ['half a head', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', 408],
  ])('%s is answered with the same headers', async (what, bytes, status) => {
    hasty ??= await listening()
    const answer = await toBytes(hasty, bytes)
    expect([what, answer.status]).toEqual([what, status])
    isDressed(what, answer)
    expect(answer.body).not.toContain('secret')
    if (status >= 400) expect(JSON.parse(answer.body)).toMatchObject({ request_id: answer.headers['x-request-id'] })
  })
})

test('a request that arrives while the server closes is told to come back', async () => {
  const began = Promise.withResolvers<void>()
  const closing = await another({}, async (app) => void app.addHook('preClose', async () => began.resolve()))
  const address = await closing.listen({ port: 0, host: '127.0.0.1' })
  const answer = toBytes(address, 'GET /healthz HTTP/1.1\r\nhost: x', async (socket) => {
    await once(closing.server, 'connection')
    void closing.close()
    await began.promise
    socket.write('\r\n\r\n')
  })
  expect((await answer).status).toBe(503)
  isDressed('closing', await answer)
})

test('this sweep has met every kind of answer', () => {
  for (const status of [200, 400, 401, 403, 404, 408, 413, 415, 429, 431, 500, 503]) expect(seen).toContain(status)
})
