import {
  addPush,
  changePassword,
  deletePatient,
  endAllSessions,
  getNotices,
  keepPush,
  logoutPatient,
  maxPushBrowsers,
  mergeRecords,
  pushChoices,
  refreshPatient,
  removePush,
  saveNotices,
  switchProject,
  uploadDocument,
} from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasOpenssl } from '../../../test/certificates.ts'
import { cookiesOf } from '../../../test/cookies-and-links.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { mergeWorld } from '../../../test/merge-world.ts'
import { browserAt, pushService, readVapid } from '../../../test/push-service.ts'
import { holdRows, waitingIn } from '../../../test/together.ts'
import { addPatient } from '../../clinic/records/patient-record.ts'
import { sendPushes } from './push-sender.ts'

const fcm = () => browserAt('https://fcm.googleapis.com/fcm')

describe.skipIf(!hasOpenssl)('with a push service', async () => {
  const push = await pushService()
  const app = await testApp({ environment: { PUSH_HOSTS: push.host } })
  const { given, as, send, owner, platform } = app
  const { service, arrived } = push

  beforeEach(async () => {
    Object.assign(service, { status: 201, isSilent: false })
    arrived.length = 0
    await owner('delete from push_subscriptions', [])
  })

  const setting = async (language = '') => {
    const ana = await given.patient(await given.project({ name: 'Harbor Imaging' }), { language })
    const nora = await given.staff('Nurse', ana.project)
    await as(ana).call(saveNotices, { body: { email_off: [], push_on: pushChoices } })
    return { ana, nora }
  }
  const subscribe = async (user: TestUser, browser = push.browser()) => {
    const { endpoint, keys } = browser
    await as(user).call(addPush, { body: { endpoint, keys } })
    return browser
  }
  const cause = ({ ana, nora }: Awaited<ReturnType<typeof setting>>) =>
    as(nora).call(uploadDocument, { params: { key: ana.code } }, { file: { name: 'secret.pdf', bytes: smallPdf() } })
  const sendAll = (now = new Date()) => sendPushes(platform, { now, dispatcher: push.dispatcher })
  const rows = () =>
    owner<{ endpoint: string; unsent: number; attempts: number }>(
      'select endpoint, unsent, attempts from push_subscriptions order by subscription_id',
      [],
    )
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

  test('nothing is told to a browser of a sign-in that the record does not belong to, or not yet', async () => {
    const world = await setting()
    await subscribe(world.ana)
    await owner('update patients set login_id = null where patient_id = $1', [world.ana.id])
    await cause(world)
    await sendAll()
    expect(arrived).toEqual([])
  })

  test('a browser gets one message that only it can read and that says nothing of what it is about', async () => {
    const at = await setting()
    const browser = await subscribe(at.ana)
    await cause(at)
    await cause(at)
    await sendAll(inMinutes(1))
    await sendAll(inMinutes(5))
    expect(arrived).toHaveLength(1)
    const [{ path, headers, body }] = arrived as [(typeof arrived)[0]]
    expect(`${push.origin}${path}`).toBe(browser.endpoint)
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal', topic: 'news' })
    expect(JSON.parse(browser.open(body))).toEqual({
      title: 'Harbor Imaging',
      body: 'There is something new in your portal.',
    })
    expect(await rows()).toMatchObject([{ unsent: 0, attempts: 0 }])
  })

  test('the portal signs for this push service, for half a day, and says whom to ask', async () => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    await sendAll(inMinutes(1))
    const { key, payload, protectedHeader } = await readVapid(arrived[0]?.headers['authorization'])
    expect(key).toBe((await as(at.ana).call(getNotices, {})).push_key)
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(payload).toMatchObject({ aud: push.origin, sub: 'mailto:desk@clinic.example' })
    const hours = (payload.exp! - Date.now() / 1000) / 3600
    expect(hours).toBeGreaterThan(11)
    expect(hours).toBeLessThan(13)
  })

  test('it is in the language of the patient', async () => {
    const at = await setting('es')
    const browser = await subscribe(at.ana)
    await cause(at)
    await sendAll(inMinutes(1))
    expect(JSON.parse(browser.open(arrived[0]!.body)).body).toBe('Hay novedades para usted en su portal.')
  })

  test('two nodes at once send it once', async () => {
    const at = await setting()
    for (let browsers = 0; browsers < 5; browsers += 1) await subscribe(at.ana)
    await cause(at)
    const now = inMinutes(1)
    await Promise.all([sendAll(now), sendAll(now), sendAll(now)])
    expect(new Set(arrived.map(({ path }) => path)).size).toBe(5)
    expect(arrived).toHaveLength(5)
  })

  test('a browser that one node has in hand is left to it by all others', async () => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    const now = inMinutes(1)
    const letGo = await holdRows(app, 'select from push_subscriptions')
    let done = 0
    const others = [1, 2].map(() => sendAll(now).finally(() => done++))
    await expect.poll(async () => done + (await waitingIn(app)).length, { timeout: 20_000 }).toBe(others.length)
    await letGo()
    await Promise.all(others)
    expect(arrived).toEqual([])
    await sendAll(now)
    expect(arrived).toHaveLength(1)
  })

  test.each([404, 410])('a browser that the push service answers %i of is forgotten', async (status) => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    service.status = status
    await sendAll(inMinutes(1))
    expect(await rows()).toEqual([])
  })

  test.each([429, 500, 503, 0])('after a %i it is tried again later, and sent once', async (status) => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    Object.assign(service, status ? { status } : { isSilent: true })
    await sendAll(inMinutes(1))
    expect(await rows()).toMatchObject([{ unsent: 1, attempts: 1 }])
    Object.assign(service, { status: 201, isSilent: false })
    const tried = arrived.length
    await sendAll(inMinutes(1))
    expect(arrived).toHaveLength(tried)
    await sendAll(inMinutes(2))
    await sendAll(inMinutes(60))
    expect(arrived).toHaveLength(tried + 1)
  })

  test('what never gets through is given up after a day or so', async () => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    service.status = 503
    for (let hour = 1; hour < 40; hour += 1) await sendAll(inMinutes(hour * 61))
    expect(arrived).toHaveLength(32)
    expect(await rows()).toMatchObject([{ unsent: 0, attempts: 0 }])
  })

  test.each([302, 400, 403, 413])('a %i is final: neither followed nor repeated', async (status) => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    service.status = status
    await sendAll(inMinutes(1))
    await sendAll(inMinutes(60))
    expect(arrived).toHaveLength(1)
    expect(await rows()).toMatchObject([{ unsent: 0 }])
  })

  test('what comes while another is on its way is told by another', async () => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    service.status = 503
    await sendAll(inMinutes(1))
    await cause(at)
    service.status = 201
    await sendAll(inMinutes(2))
    await owner('update push_subscriptions set unsent = unsent + 1', [])
    await sendAll(inMinutes(3))
    expect(arrived).toHaveLength(3)
  })

  test('an address that the settings no longer name is not called', async () => {
    const at = await setting()
    await subscribe(at.ana)
    await cause(at)
    await sendPushes({ ...platform, config: { PUSH_HOSTS: [] } }, { now: inMinutes(1), dispatcher: push.dispatcher })
    expect(arrived).toEqual([])
    expect(await rows()).toEqual([])
  })

  test.each(['https://127.0.0.1/x', 'http://fcm.googleapis.com/x', 'https://localhost/x', 'https://[::1]:5432/x', 'x'])(
    'no browser is taken at %s',
    async (endpoint) => {
      const { ana } = await setting()
      const answer = await send(ana, addPush, { body: { endpoint, keys: push.browser().keys } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'push_service' } })
      expect(await rows()).toEqual([])
    },
  )

  test('a key that is no point of the curve is refused', async () => {
    const { ana } = await setting()
    const { endpoint, keys } = push.browser()
    const body = { endpoint, keys: { ...keys, p256dh: 'A'.repeat(87) } }
    expect(await send(ana, addPush, { body })).toMatchObject({ status: 400, body: { code: 'push_key' } })
  })

  describe('a browser', () => {
    const endpoints = async () => (await rows()).map(({ endpoint }) => endpoint)
    const again = async (user: TestUser): Promise<TestUser> => {
      const { accessToken, refreshToken, session } = await platform.database.unscoped('a later sign-in', (db) =>
        platform.sessions.start(db, {
          project: user.project,
          login: user.login,
          audience: 'patient',
          record: { patient_id: user.id },
          device: 'test',
        }),
      )
      return { ...user, token: accessToken, refreshToken, session }
    }
    const out = (user: TestUser) => send(user, logoutPatient, {}, { cookies: cookiesOf(user) })

    test('is forgotten when it signs out, and no other', async () => {
      const { ana } = await setting()
      const tablet = await again(ana)
      const [phoneBrowser, tabletBrowser] = [await subscribe(ana), await subscribe(tablet)]
      await out(tablet)
      expect(await endpoints()).toEqual([phoneBrowser.endpoint])
      await out(ana)
      expect(await endpoints()).not.toContain(tabletBrowser.endpoint)
      expect(await endpoints()).toEqual([])
    })

    test('outlives a session that has run out, and follows the next sign-in', async () => {
      const { ana } = await setting()
      const { endpoint } = await subscribe(ana)
      await owner(`update sessions set expires_at = now() - interval '1 day' where session_id = $1`, [ana.session])
      expect(await endpoints()).toEqual([endpoint])
      const later = await again(ana)
      expect(await as(later).call(keepPush, { body: { endpoint } })).toEqual({ on: true })
      await out(later)
      expect(await endpoints()).toEqual([])
    })

    test('stays when its session ends because nobody was there, and goes with a sign-out everywhere', async () => {
      const { ana } = await setting()
      const { endpoint } = await subscribe(ana)
      await send(ana, logoutPatient, { query: { reason: 'idle' } }, { cookies: cookiesOf(ana) })
      expect((await send(ana, getNotices, {})).status).toBe(401)
      expect(await send(null, refreshPatient, {}, { cookies: cookiesOf(ana) })).toMatchObject({ status: 401 })
      expect(await endpoints()).toEqual([endpoint])
      await as(await again(ana)).call(endAllSessions, {})
      expect(await endpoints()).toEqual([])
    })

    test('of a record that is merged into another is forgotten', async () => {
      const { ana } = await setting()
      const admin = await given.staff('Admin', ana.project)
      const kept = await given.patient(ana.project)
      await subscribe(ana)
      const { bodyFor } = await mergeWorld(app)
      const body = await bodyFor({ admin, kept, merged: ana }, { differences_checked: true })
      await as(admin).call(mergeRecords, { params: { key: kept.code }, body })
      expect(await endpoints()).toEqual([])
    })

    test.each(['everywhere', 'by a new password', 'by the end of the record'])('is forgotten %s', async (how) => {
      const { ana } = await setting()
      const admin = await given.staff('Admin', ana.project)
      const tablet = await again(ana)
      await subscribe(tablet)
      const passwords = { current_password: ana.password, password: 'Fresh-lantern-3!' }
      if (how === 'everywhere') await as(ana).call(endAllSessions, {})
      else if (how === 'by a new password')
        await as(ana).call(changePassword, { body: passwords }, { cookies: cookiesOf(ana) })
      else await as(admin).call(deletePatient, { params: { email: ana.code }, body: { reason: '' } })
      expect(await endpoints()).toEqual([])
    })

    test('of somebody with two clinics stays through a change of clinic, and ends with its sign-in', async () => {
      const { ana } = await setting()
      const there = await given.project()
      await platform.database.unscoped('the same person there', (db) =>
        addPatient(db, {
          project_id: there,
          login_id: ana.login,
          email: ana.email,
          first_name: 'Ana',
          last_name: 'Rivera',
          status: 'Accepted',
        }),
      )
      const { endpoint } = await subscribe(ana)
      const answer = await send(ana, switchProject, { body: { project: there } }, { cookies: cookiesOf(ana) })
      expect(answer.status).toBe(200)
      expect(await endpoints()).toEqual([endpoint])
      const moved = { ...ana, project: there, token: answer.body.access_token }
      expect(await as(moved).call(keepPush, { body: { endpoint } })).toEqual({ on: false })
      expect(await endpoints()).toEqual([endpoint])
      await send(moved, logoutPatient, {})
      expect(await endpoints()).toEqual([])
    })

    test('tells whoever signed in there last, and nobody before', async () => {
      const { ana } = await setting()
      const ben = await given.patient()
      const browser = await subscribe(ana)
      expect(await as(ben).call(keepPush, { body: { endpoint: browser.endpoint } })).toEqual({ on: false })
      expect(await endpoints()).toEqual([])
      await subscribe(ana, browser)
      await subscribe(ben, browser)
      expect(await owner('select patient_id from push_subscriptions', [])).toEqual([{ patient_id: ben.id }])
    })

    test('is turned off by its own patient alone', async () => {
      const { ana } = await setting()
      const ben = await given.patient(ana.project)
      const { endpoint } = await subscribe(ana)
      await as(ben).call(removePush, { body: { endpoint } })
      expect(await endpoints()).toEqual([endpoint])
      await as(ana).call(removePush, { body: { endpoint } })
      expect(await endpoints()).toEqual([])
    })

    test('makes room for the next when there are many', async () => {
      const { ana } = await setting()
      for (let browsers = 0; browsers <= maxPushBrowsers; browsers += 1) await subscribe(ana)
      expect(await rows()).toHaveLength(maxPushBrowsers)
    })
  })
})

test('a portal without keys offers no push and takes no browser', async () => {
  const { given, as, send } = await testApp({ platform: () => ({ vapid: undefined }) })
  const ana = await given.patient()
  const { endpoint, keys } = fcm()
  expect((await as(ana).call(getNotices, {})).push_key).toBe('')
  expect(await send(ana, addPush, { body: { endpoint, keys } })).toMatchObject({
    status: 409,
    body: { code: 'no_push' },
  })
})
