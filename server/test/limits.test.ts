import { calls, type Limit, limits } from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { rateLimitError } from '../src/platform/base/errors.ts'
import { testApp } from './harness.ts'

/** What was counted, and what counts as used up. The counters themselves are tested where they live. */
let spent: [string, string][] = []
let usedUp: string | undefined
const spend = async (name: string, key: string) => {
  spent.push([name, key])
  if (name === usedUp) throw rateLimitError(7)
}
const rateLimits = { spend: (name: Limit, key: string) => spend(name, key), spendRule: spend }
const { app, given, send } = await testApp({ platform: () => ({ rateLimits }) })
const proxied = await testApp({
  platform: () => ({ rateLimits }),
  environment: { TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' },
})
beforeEach(() => {
  spent = []
  usedUp = undefined
})

const project = await given.project()
const nora = await given.staff('Nurse', project)
const forger = { ...nora, token: `${nora.token}x` }

describe.each(Object.entries(calls))('%s', (_, call) => {
  const role = call.allow === 'anyone' ? undefined : call.allow[0]
  const charge = call.limit
  const name = charge === 'address' || charge === 'session' ? (role ? 'session' : 'address') : charge

  test('is refused once its limit is used up by that person, session or address, and says for how long', async () => {
    // New for each call, as some of them end a session.
    const user = role ? await given.user(role, project) : null
    usedUp = name
    const answer = await send(user, call)
    const key = { person: user?.id, session: user?.session, address: undefined }[limits[name].by]
    expect(spent).toContainEqual([name, key ?? '127.0.0.1'])
    if ('silent' in limits[name]) return expect(answer.status).not.toBe(429)
    expect(answer.status).toBe(429)
    expect(answer.headers['retry-after']).toBe('7')
  })

  test('counts a visitor and a forged token by address', async () => {
    usedUp = 'address'
    expect((await send(null, call)).status).toBe(429)
    expect((await send(forger, call)).status).toBe(429)
    expect(spent).toEqual(Array(2).fill(['address', '127.0.0.1']))
  })
})

const keyOf = async (target: typeof app, from: string, forwarded?: string) => {
  spent = []
  await target.inject({
    url: '/common/api/config/',
    remoteAddress: from,
    headers: { ...(forwarded && { 'x-forwarded-for': forwarded }) },
  })
  return spent.find(([name]) => name === 'address')?.[1]
}

test('nobody is believed about being somebody else, unless a proxy is named', async () => {
  expect(await keyOf(app, '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
  expect(await keyOf(app, '10.0.0.1', '198.51.100.1')).toBe('10.0.0.1')
})

test('of a named proxy the last address counts that is no proxy: what stands before it anybody could write', async () => {
  expect(await keyOf(proxied.app, '10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  expect(await keyOf(proxied.app, '10.0.0.1', '192.0.2.9, 198.51.100.1, 10.1.2.3')).toBe('198.51.100.1')
  expect(await keyOf(proxied.app, '10.0.0.1', '192.0.2.9, 2001:db8:1:2:3::4')).toBe('2001:db8:1:2')
  expect(await keyOf(proxied.app, '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
})
