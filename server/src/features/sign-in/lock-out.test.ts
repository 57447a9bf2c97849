import { completePatientReset, loginOperator, loginPatient, resetPatientPassword } from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { whilePasswordChanges } from '../../../test/together.ts'
import { mayTry } from '../../clinic/people/failures.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

const { given, send, owner, database, mailsTo } = await testApp({ environment: { TRUST_PROXY: '127.0.0.1' } })

type From = { address?: string; device?: string }
const wrong = 'Wrong-horse-9!'
let places = 0
const newPlace = () => `203.0.113.${++places}`
let home = ''
// Sixty attempts a minute are allowed from one address.
beforeEach(() => {
  home = newPlace()
})

const attempt = (email: string, password: string, { address = home, device }: From = {}) =>
  send(
    null,
    loginPatient,
    { body: { email, password } },
    { headers: { 'x-forwarded-for': address }, cookies: device ? { 'fornix-device': device } : {} },
  )
const status = async (user: TestUser, from: From = {}, password = user.password) =>
  (await attempt(user.email, password, from)).status
const guess = async (email: string, times: number, from: From = {}) => {
  for (let n = 0; n < times; n++) await attempt(email, wrong, from)
}
const deviceOf = async (user: TestUser) =>
  (await attempt(user.email, user.password)).cookies.find(({ name }) => name === 'fornix-device')?.value ?? ''

type Row = { place: string; is_known: boolean; failures: number; wait: number | null }
const rowsOf = (email: string) =>
  owner<Row>(
    `select place, is_known, failures, round(extract(epoch from blocked_until - now()) / 30)::float8 * 30 as wait
       from sign_in_failures where name_hash = $1 order by place`,
    [hashSecret(emailKey(email))],
  )
const setFailures = (email: string, place: string, failures: number, isKnown = false) =>
  owner(
    `insert into sign_in_failures (name_hash, place, is_known, failures) values ($1, $2, $3, $4)
     on conflict (name_hash, place) do update set failures = excluded.failures, blocked_until = null`,
    [hashSecret(emailKey(email)), place, isKnown, failures],
  )
test('a place waits longer after each failure from the fifth on, up to 15 minutes, until the right password comes', async () => {
  const ana = await given.patient()
  const waits = []
  for (const before of [0, 3, 4, 5, 8, 9, 60]) {
    await setFailures(ana.email, `address ${home}`, before)
    await guess(ana.email, 1)
    waits.push((await rowsOf(ana.email))[0]?.wait)
  }
  expect(waits).toEqual([null, null, 30, 60, 480, 900, 900])
  await setFailures(ana.email, `address ${home}`, 61)
  expect(await status(ana)).toBe(200)
  expect(await rowsOf(ana.email)).toEqual([])
})

test('while a place waits nothing is tried there, and nothing counted', async () => {
  const ana = await given.patient()
  await guess(ana.email, 9)
  expect(await status(ana)).toBe(400)
  expect(await rowsOf(ana.email)).toMatchObject([{ failures: 5, wait: 30 }])
})

test('guesses that are sent at once count one by one', async () => {
  const ana = await given.patient()
  const place = { name: ana.email, place: `address ${home}`, isKnown: false }
  // An uncommitted row holds them up until all have begun.
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const obstacle = database.unscoped('a test', async (db) => {
    await db
      .insertInto('sign_in_failures')
      .values({ name_hash: hashSecret(ana.email), place: place.place, is_known: false, failures: 0 })
      .execute()
    begun.resolve()
    await gate.promise
    throw new Error('rolled back')
  })
  await begun.promise
  const tried = Promise.all([1, 2, 3].map(() => mayTry(database, place)))
  const waiting = () =>
    owner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
  await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(3)
  gate.resolve()
  await expect(obstacle).rejects.toThrow('rolled back')
  expect(await tried).toEqual([true, true, true])
  expect(await rowsOf(ana.email)).toMatchObject([{ failures: 3 }])
})

test('failures slow down the pair of name and place: other places, and other names, do not wait', async () => {
  const [ana, ben] = [await given.patient(), await given.patient()]
  await guess(ana.email, 6, { address: '2001:db8:1:2::3' })
  expect(await status(ana, { address: '2001:db8:1:2:ffff::9' })).toBe(400)
  expect(await status(ben, { address: '2001:db8:1:2::3' })).toBe(200)
  expect(await status(ana, { address: '2001:db8:1:3::3' })).toBe(200)
})

describe('a browser that the owner has used', () => {
  test('is not kept waiting by strangers, however many failures there are, also at its own address', async () => {
    const ana = await given.patient()
    const device = await deviceOf(ana)
    await guess(ana.email, 6)
    await setFailures(ana.email, `address ${home}`, 5000)
    expect(await status(ana)).toBe(400)
    for (let n = 0; n < 3; n++) expect(await status(ana, { device })).toBe(200)
  })

  test('waits for its own failures, and no other place waits with it', async () => {
    const ana = await given.patient()
    const device = await deviceOf(ana)
    await guess(ana.email, 6, { device })
    expect(await rowsOf(ana.email)).toMatchObject([{ is_known: true, failures: 5, wait: 30 }])
    expect(await status(ana, { device })).toBe(400)
    expect(await status(ana, { device, address: newPlace() })).toBe(400)
    expect(await status(ana)).toBe(200)
  })

  test('tries a hundred passwords in a row and no more', async () => {
    const ana = await given.patient()
    const device = await deviceOf(ana)
    const place = `device ${hashSecret(device).toString('hex')}`
    await setFailures(ana.email, place, 99, true)
    expect(await status(ana, { device })).toBe(200)
    await setFailures(ana.email, place, 100, true)
    expect(await status(ana, { device })).toBe(400)
  })

  test('of somebody else is a stranger', async () => {
    const [ana, ben] = [await given.patient(), await given.patient()]
    const device = await deviceOf(ben)
    await guess(ana.email, 5, { device })
    expect(await rowsOf(ana.email)).toMatchObject([{ place: `address ${home}`, is_known: false }])
  })
})

describe('after a hundred failures of strangers in a row, wherever they are,', () => {
  const attacked = async () => {
    const ana = await given.patient()
    const device = await deviceOf(ana)
    for (let n = 0; n < 20; n++) await setFailures(ana.email, `address ${newPlace()}`, 5)
    return { ana, device }
  }

  test('no new place may try, and the owner’s browser still may', async () => {
    const { ana, device } = await attacked()
    expect(await status(ana, { address: newPlace() })).toBe(400)
    expect(await status(ana, { device })).toBe(200)
    expect(await status(ana, { address: newPlace() })).toBe(400)
    expect(await rowsOf(ana.email)).toHaveLength(20)
  })

  test('a new password by mail opens the account again', async () => {
    const { ana } = await attacked()
    await send(null, resetPatientPassword, { params: { email: ana.email } })
    const [mail] = await mailsTo(ana.email)
    const token = secretIn(mail?.body)
    const password = 'Fresh-lantern-3!'
    expect((await send(null, completePatientReset, { params: { token }, body: { password } })).status).toBe(200)
    expect(await status(ana, { address: newPlace() }, password)).toBe(200)
  })
})

test('a sign-in leaves its row in the audit trail', async () => {
  const ana = await given.patient()
  expect(await status(ana)).toBe(200)
  const rows = await owner('select action, actor_role as role, result from audit_events where patient_id = $1', [
    ana.id,
  ])
  expect(rows).toEqual([{ action: 'session.start', role: 'Patient', result: 'ok by:pwd' }])
})

test('a password that is being changed while it is checked opens nothing', async () => {
  const ana = await given.patient()
  const answer = await whilePasswordChanges({ owner, database }, ana.login, () => status(ana))
  expect(answer).toBe(400)
})

test('an unknown address, and a patient’s at the entrance of staff, are counted and wait exactly as a known one', async () => {
  const [ana, ben] = [await given.patient(), await given.patient()]
  const count = async (call: typeof loginPatient | typeof loginOperator, email: string) => {
    const headers = { 'x-forwarded-for': newPlace() }
    const answers = []
    for (let n = 0; n < 6; n++) {
      const body = { email: n % 2 ? email : email.toUpperCase(), password: wrong }
      const { status, body: said } = await send(null, call, { body }, { headers })
      answers.push({ status, ...said, request_id: '' })
    }
    const rows = (await rowsOf(email)).map(({ failures, wait, is_known }) => ({ failures, wait, is_known }))
    return { answers, rows }
  }
  const known = await count(loginPatient, ana.email)
  expect(known.rows).toEqual([{ failures: 5, wait: 30, is_known: false }])
  expect(await count(loginPatient, 'nobody@nowhere.example')).toEqual(known)
  expect(await count(loginOperator, ben.email)).toEqual(known)
})
