import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import {
  calls,
  deleteMyDocument,
  downloadDocument,
  getConfig,
  getPatientInfo,
  listMyDocuments,
  listPatients,
  loginPatient,
  logoutPatient,
  refreshPatient,
  uploadDocument,
  verifyPatientToken,
} from '@fornix/contract'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { bind } from '../src/platform/calls/binder.ts'
import { sendFile } from '../src/platform/calls/send-response.ts'
import { capturedLog } from './captured-log.ts'
import { testApp } from './harness.ts'
import { secondsOfSlowHeads } from './slow-heads.ts'

const { log, lines } = capturedLog('info')
const { app, platform, given, send, as } = await testApp({
  environment: { PUBLIC_URL: 'https://portal.example' },
  platform: () => ({ log }),
})
const project = await given.project()
const nora = await given.staff('Nurse', project)
const ana = await given.patient(project, { first_name: 'Unmistakable', last_name: 'Surname' })
const bearer = (user: { token: string }) => ({ authorization: `Bearer ${user.token}` })

describe('an address', () => {
  const path = (key: string) => `/operator/get_patient_info/${key}/`

  test.each([
    '%00',
    'a%00@b.example',
    'a%0d%0aX: y@b.example',
    '%2F..%2Fetc',
    '%E2%80%AE',
    '%ff',
    `${'a'.repeat(250)}@b.example`,
  ])('with %s in the place of an email is answered as an unknown one', async (key) => {
    const answer = await app.inject({ url: path(key), headers: bearer(nora) })
    const { request_id: _, ...body } = answer.json()
    const { request_id: __, ...unknown } = (await send(nora, getPatientInfo, { params: { key: 'no@body.example' } }))
      .body
    expect([answer.statusCode, body]).toEqual([404, unknown])
    expect(answer.body).not.toContain(key)
  })

  test.each(Object.entries(calls).filter(([, { path }]) => path.includes(':')))(
    'of %s with signs that no name has, or with too many, is none',
    async (_, call) => {
      const user = call.allow === 'anyone' ? null : await given.user(call.allow[0] ?? 'Nurse')
      for (const value of ['%00', 'a%00@b.example', 'a%0d%0a@b.example', `${'a'.repeat(255)}`]) {
        const url = call.path.replace(/:\w+/g, value)
        const headers = { ...(user && bearer(user)), accept: 'application/json' }
        const answer = await app.inject({ method: call.method, url, headers })
        expect([value, answer.statusCode]).toEqual([value, 404])
      }
    },
  )

  // A rule by prefix would let one of these through: the rule belongs to the call, whatever the address looks like.
  test.each([
    '/operator/get_all_patients/',
    '/operator/get_all_patients',
    '//operator/get_all_patients/',
    '/operator//get_all_patients/',
    '/./operator/get_all_patients/',
    '/patient/../operator/get_all_patients/',
    '/patient/%2e%2e/operator/get_all_patients/',
    '/OPERATOR/get_all_patients/',
    '/operator/get_all_patients/;x',
    '/operator;x/get_all_patients/',
    '/operator/get_all_patients/%20',
    '/operator%2Fget_all_patients/',
  ])('%s lists nobody to a patient or a visitor', async (url) => {
    expect((await app.inject({ url: '/operator/get_all_patients/', headers: bearer(nora) })).body).toContain('Surname')
    for (const headers of [bearer(ana), {}]) {
      const answer = await app.inject({ url, headers })
      expect([401, 403, 404]).toContain(answer.statusCode)
      expect(answer.body).not.toContain('Surname')
    }
  })
})

test.each(['x', '1', `${project} `, `${project},${project}`, "' or 1=1"])(
  'the project header %j is malformed',
  async (header) => {
    for (const user of [null, ana])
      expect(
        await send(user, user ? verifyPatientToken : getConfig, {}, { headers: { project: header } }),
      ).toMatchObject({
        status: 400,
        body: { code: 'malformed_project' },
      })
  },
)

test('an SVG leaves as bytes for the disk, in a box of its own, and stays in no cache', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const { file_id } = await as(nora).call(
    uploadDocument,
    { params: { key: ana.code } },
    { file: { name: 'scan Ü.svg', bytes: Buffer.from(svg) } },
  )
  const { headers, bytes } = await send(nora, downloadDocument, { params: { file_id } })
  expect(bytes.toString()).toBe(svg)
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="scan U.svg"; filename*=UTF-8''scan%20%C3%9C.svg`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
})

test('a type that a browser would run leaves as bytes, even if a record says otherwise', async () => {
  const asked = Fastify()
  asked.get('/:type', (request, reply) =>
    sendFile(reply, {
      stream: Readable.from(['x']),
      fileName: 'x',
      mediaType: Buffer.from((request.params as { type: string }).type, 'hex').toString(),
    }),
  )
  for (const type of ['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/xml']) {
    const { headers } = await asked.inject(`/${Buffer.from(type).toString('hex')}`)
    expect(headers['content-type']).toBe('application/octet-stream')
  }
})

test('no answer with somebody’s data may be kept by a cache', async () => {
  for (const answer of [
    await send(ana, listMyDocuments, { params: { key: ana.code }, query: {} }),
    await send(nora, getPatientInfo, { params: { key: ana.email } }),
    await send(nora, getPatientInfo, { params: { key: 'no@body.example' } }),
    await send(null, verifyPatientToken),
  ])
    expect(answer.headers['cache-control']).toBe('no-store')
})

test('the cookie of a session is for this site’s own requests only, and no script sees it', async () => {
  const answer = await send(null, loginPatient, { body: { email: ana.email, password: ana.password } })
  expect(answer.cookies.find(({ name }) => name === '__Host-fornix-patient')).toMatchObject({
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
  })
  expect(answer.cookies.find(({ name }) => name === '__Host-fornix-patient')).not.toHaveProperty('domain')
  for (const { httpOnly, secure, sameSite } of answer.cookies)
    expect({ httpOnly, secure, sameSite }).toEqual({ httpOnly: true, secure: true, sameSite: 'Strict' })
  for (const { value } of answer.cookies) if (value) expect(JSON.stringify(answer.body)).not.toContain(value)
})

test('signing out takes the cookies and the browser’s cache away, but not what tells a known browser', async () => {
  const begun = await send(null, loginPatient, { body: { email: ana.email, password: ana.password } })
  const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]))
  const other = await given.staff('Nurse', project)
  for (const held of [cookies, {}]) {
    const answer = await send(null, logoutPatient, {}, { cookies: held })
    expect(answer.status).toBe(200)
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    const cleared = answer.cookies.filter(({ value }) => value === '').map(({ name }) => name)
    expect(cleared.sort()).toEqual(['admin', 'operator', 'patient'].map((name) => `__Host-fornix-${name}`))
  }
  expect((await send(null, refreshPatient, {}, { cookies })).status).toBe(401)
  expect((await send(other, listPatients, { query: {} })).status).toBe(200)
})

test('what goes wrong inside is told to nobody', async () => {
  const broken = await buildApp({
    ...platform,
    sessions: {
      ...platform.sessions,
      resolve: async () => {
        throw Object.assign(new Error(`duplicate key (email)=(${ana.email})`), { detail: ana.email })
      },
    },
  })
  lines.length = 0
  const answer = await broken.inject({
    url: `/operator/get_patient_info/${encodeURIComponent(ana.email)}/`,
    headers: bearer(nora),
  })
  await broken.close()
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    error: 'Something went wrong. Please try again.',
    code: 'internal',
    detail: 'Something went wrong. Please try again.',
    request_id: expect.any(String),
  })
  expect(lines.join()).toContain('"failed"')
  expect(lines.join()).not.toContain(ana.email)
  expect(lines.join()).not.toContain('duplicate key')
})

test('what cannot be read is refused without being repeated', async () => {
  const url = loginPatient.path
  for (const [payload, type, status] of [
    ['{"email": "ana@secret.example"', 'application/json', 400],
    ['ana@secret.example', 'text/plain', 400],
    [JSON.stringify({ email: 'x'.repeat(100_000) }), 'application/json', 413],
    [JSON.stringify({ email: 'ana@secret.example\u0000', password: 'x' }), 'application/json', 400],
  ] as const) {
    const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain('secret')
  }
})

test('who sends too much is told so, also when nothing is read before all is sent', async () => {
  const listening = await buildApp({ ...platform, log })
  const port = Number(new URL(await listening.listen({ port: 0, host: '127.0.0.1' })).port)
  let accepted: Socket | undefined
  listening.server.once('connection', (socket: Socket) => {
    accepted = socket
  })
  const body = Buffer.alloc(1_000_000, 'x')
  const socket = connect(port, '127.0.0.1').pause()
  const head = `POST ${loginPatient.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
  socket.write(`${head}content-length: ${2 * body.length}\r\n\r\n`)
  for (const bytes of [body.length, 2 * body.length]) {
    socket.write(body)
    // A server that closes once it has answered does not get as far.
    await expect.poll(() => accepted?.bytesRead).toBeGreaterThan(bytes)
  }
  const reading = once(socket, 'data')
  socket.resume()
  const [answer] = await reading
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
  await listening.close()
})

test('a line of the log tells the call and a mark of the person, and nothing that names anybody', async () => {
  lines.length = 0
  const secrets = [
    ana.email,
    ana.code,
    ana.id,
    nora.email,
    nora.id,
    nora.token,
    'Unmistakable',
    encodeURIComponent(ana.email),
    'rivera-search',
  ]
  const marks: string[] = []
  for (const url of [
    `/operator/get_patient_info/${encodeURIComponent(ana.email)}/`,
    '/operator/get_all_patients/?search=rivera-search',
    `/nosuch/${ana.email}`,
  ]) {
    await app.inject({
      url,
      headers: { ...bearer(nora), referer: `https://x.example/${ana.email}`, 'user-agent': ana.email },
    })
  }
  await send(null, loginPatient, { body: { email: ana.email, password: 'Unmistakable' } })
  await send(nora, deleteMyDocument, { params: { file_id: ana.id } })
  const text = lines.join()
  for (const secret of secrets) expect(text).not.toContain(secret)
  const entries = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(entries.map(({ call }) => call)).toEqual([
    'GET /operator/get_patient_info/:key/',
    'GET /operator/get_all_patients/',
    'page or file',
    'POST /patient/login/',
    'DELETE /patient/delete_document/:file_id/',
  ])
  for (const { person } of entries) if (person) marks.push(person)
  expect(new Set(marks).size).toBe(1)
  expect(marks[0]).toMatch(/^[\w-]{12}$/)
})

describe('the server does not start', () => {
  const fake = {
    route: () => {},
    decorateRequest: () => {},
    removeContentTypeParser: () => {},
    addContentTypeParser: () => {},
  }
  const routes = Object.values(calls).map((call) => ({ call, open: call.allow === 'anyone', handle: async () => ({}) }))
  const start = (changed: unknown[]) => () => bind(fake as never, changed as never, {} as never)

  test('with a call without a handler, with two, or with one that is nobody’s', () => {
    expect(start(routes)).not.toThrow()
    expect(start(routes.slice(1))).toThrow('has 0 handlers')
    expect(start([...routes, routes[0]])).toThrow('has 2 handlers')
    expect(start([...routes, { ...routes[0], call: { ...getConfig, path: '/other/' } }])).toThrow(
      '/other/ is not in the contract',
    )
  })

  test('with a guarded call that is mounted for anyone', () => {
    const at = routes.findIndex(({ open }) => !open)
    expect(start(routes.with(at, { ...routes[at]!, open: true }))).toThrow('only calls of anyone are mounted open')
  })

  test.each(['allow', 'limit', 'audit'] as const)('with a call without %s', (rule) => {
    const kept = getConfig[rule]
    try {
      Object.assign(getConfig, { [rule]: undefined })
      expect(start(routes)).toThrow(`getConfig has no ${rule}`)
    } finally {
      Object.assign(getConfig, { [rule]: kept })
    }
  })
})

test('an emergency that would open more than what is read of one record does not start', () => {
  for (const call of [listPatients, deleteMyDocument, downloadDocument])
    try {
      Object.assign(call, { inEmergency: true })
      expect(() => bind({} as never, [], {} as never)).toThrow('an emergency opens what is read of one record')
    } finally {
      Object.assign(call, { inEmergency: undefined })
    }
})

test('connections that send their heads drop by drop are cut off', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  // Node's own limit is 60 s.
  expect(await secondsOfSlowHeads(Number(port), 20)).toBeLessThan(50)
}, 60_000)
