import { type Call, calls, fillPath, type Limit, type Role, roles } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { rateLimitError } from '../src/platform/base/errors.ts'
import type { TestUser } from './given.ts'
import { callsOn, testApp } from './harness.ts'
import { type Answer, expectSecurityHeaders, overHttps, variantsOf } from './security-headers.ts'

const { app, platform, given, send } = await testApp(overHttps)
const project = await given.project()
const another = variantsOf(platform)
const seen = new Set<number>()

const limited = callsOn(
  await another({
    rateLimits: {
      spend: async (_name: Limit) => {
        throw rateLimitError(7)
      },
      spendRule: async () => {
        throw rateLimitError(7)
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
    const check = (what: string, answer: Answer) => {
      seen.add(answer.status)
      expectSecurityHeaders(`${name}, ${what}`, answer, kept)
    }

    check('nobody', await send(null, call))
    if (call.responseKind !== 'events') check('as it may be', await send(user, call, { query: {}, body: {} }))
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

test('this sweep has met every kind of answer', () => {
  for (const status of [200, 400, 401, 403, 404, 413, 415, 429, 500]) expect(seen).toContain(status)
})
