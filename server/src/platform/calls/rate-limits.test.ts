import { contactsPerProject, limits, resetsPerEmail } from '@fornix/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { addressKey, openRateLimits } from './rate-limits.ts'

const { database, owner, drop } = await testDatabase()
afterAll(drop)
const here = openRateLimits(database)
const there = openRateLimits(database)

const all = Object.entries(limits) as [keyof typeof limits, (typeof limits)[keyof typeof limits]][]
const tooMany = { status: 429, more: { retryAfter: expect.any(Number) } }

test.each(all)(
  '%s: one more than allowed is refused, for that key alone, and on every node where it is shared',
  async (name, { points, seconds, shared }) => {
    for (let n = 0; n < points; n++) await here.spend(name, 'ana')
    const refusal = await here.spend(name, 'ana').catch((error) => error)
    expect(refusal).toMatchObject(tooMany)
    expect(refusal.more.retryAfter).toBeGreaterThan(0)
    expect(refusal.more.retryAfter).toBeLessThanOrEqual(seconds)
    await here.spend(name, 'ben')
    if (shared) await expect(there.spend(name, 'ana')).rejects.toMatchObject(tooMany)
    else await there.spend(name, 'ana')
  },
)

test.each([
  ['reset-email', resetsPerEmail],
  ['contact-project', contactsPerProject],
] as const)('%s counts on all nodes together', async (name, rule) => {
  for (let n = 0; n < rule.points; n++) await (n % 2 ? here : there).spendRule(name, 'one', rule)
  for (const node of [here, there]) await expect(node.spendRule(name, 'one', rule)).rejects.toMatchObject(tooMany)
  await here.spendRule(name, 'another', rule)
})

test('a limit is used up for its time, and not longer', async () => {
  for (let n = 0; n < limits.contact.points; n++) await here.spend('contact', 'later')
  await expect(here.spend('contact', 'later')).rejects.toMatchObject(tooMany)
  await owner("update rate_limits set expire = $1 where key = 'contact:later'", [Date.now() - 1])
  await here.spend('contact', 'later')
})

test('an end that a wrong clock has written into a distant future counts as over', async () => {
  for (let n = 0; n < limits.upload.points; n++) await here.spend('upload', 'distant')
  await owner("update rate_limits set expire = expire + 90 * 86400000::bigint where key = 'upload:distant'")
  await here.spend('upload', 'distant')
})

test('what a node with a wrong clock has counted lasts no longer on the others', async () => {
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
  for (let n = 0; n < limits.upload.points; n++) await here.spend('upload', 'skewed')
  ahead.mockRestore()
  const refusal = await there.spend('upload', 'skewed').catch((error) => error)
  expect(refusal).toMatchObject(tooMany)
  expect(refusal.more.retryAfter).toBeLessThanOrEqual(limits.upload.seconds)
})

test('the numbers are those of the design', () => {
  expect(
    Object.fromEntries(all.map(([name, { points, seconds, by }]) => [name, `${points} in ${seconds} s by ${by}`])),
  ).toEqual({
    session: '600 in 60 s by session',
    factor: '30 in 60 s by person',
    address: '1200 in 60 s by address',
    signIn: '60 in 60 s by address',
    register: '60 in 3600 s by address',
    contact: '20 in 3600 s by address',
    verify: '60 in 60 s by address',
    reset: '30 in 3600 s by address',
    mailedLink: '300 in 3600 s by address',
    upload: '60 in 60 s by person',
    email: '60 in 60 s by person',
    export: '60 in 60 s by person',
    bulk: '20 in 60 s by person',
    booking: '60 in 600 s by person',
    careMessage: '60 in 600 s by person',
    images: '6000 in 60 s by session',
    store: '1200 in 60 s by person',
    clientLog: '60 in 60 s by address',
  })
  expect(resetsPerEmail).toMatchObject({ points: 3, seconds: 3600 })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('who has a whole /64 has one counter', async () => {
  for (let n = 0; n < limits.contact.points; n++)
    await here.spend('contact', addressKey(`2001:db8:9:9::${n.toString(16)}`))
  await expect(here.spend('contact', addressKey('2001:db8:9:9:ffff::1'))).rejects.toMatchObject(tooMany)
})
