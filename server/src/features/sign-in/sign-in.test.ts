import {
  audienceOf,
  getUser,
  getUserRole,
  idleMs,
  keepAlive,
  listMyAppointments,
  loginAdmin,
  loginOperator,
  loginPatient,
  logoutPatient,
  refreshOperator,
  refreshPatient,
  verifyOperatorToken,
  verifyPatientToken,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()

const cookie = (user: TestUser) => ({
  [`fornix-${audienceOf(user.role)}`]: user.refreshToken,
})
const setCookie = (answer: Awaited<ReturnType<typeof send>>, name: string) =>
  answer.cookies.find((one) => one.name === name)?.value
const aged = (user: TestUser, column: string, ms: number) =>
  owner(`update sessions set ${column} = now() - make_interval(secs => $2) where session_id = $1`, [
    user.session,
    ms / 1000,
  ])

describe('with a password', () => {
  test('wrong, unknown and blocked get one and the same answer', async () => {
    const ana = await given.patient()
    const attempt = async (email: string, password: string) => {
      const { status, body } = await send(null, loginPatient, { body: { email, password } })
      return { status, error: body.error, code: body.code }
    }
    const wrong = await attempt(ana.email, 'Wrong-horse-9!')
    expect(wrong).toEqual({ status: 400, error: 'Failed to authenticate. Check credentials.', code: 'credentials' })
    expect(await attempt('nobody@nowhere.example', 'Wrong-horse-9!')).toEqual(wrong)
    for (let n = 0; n < 5; n++) await attempt(ana.email, 'Wrong-horse-9!')
    expect(await attempt(ana.email, ana.password)).toEqual(wrong)
  })

  test('each entrance is for its own people', async () => {
    const project = await given.project()
    const [ana, nurse, admin] = [
      await given.patient(project),
      await given.staff('Nurse', project),
      await given.staff('Admin', project),
    ]
    const body = (user: TestUser) => ({ email: user.email, password: user.password })
    const status = async (call: typeof loginPatient | typeof loginOperator, user: TestUser) =>
      (await send(null, call, { body: body(user) })).status
    expect([
      await status(loginPatient, ana),
      await status(loginPatient, nurse),
      await status(loginPatient, admin),
    ]).toEqual([200, 400, 400])
    expect([
      await status(loginOperator, ana),
      await status(loginOperator, nurse),
      await status(loginOperator, admin),
    ]).toEqual([400, 200, 400])
    const byName = (user: TestUser) =>
      send(null, loginAdmin, { body: { username: user.email, password: user.password } })
    expect([(await byName(admin)).status, (await byName(nurse)).status]).toEqual([200, 400])
  })

  test('the project that is asked for is the one that is entered, by its members only', async () => {
    const [here, there] = [await given.project(), await given.project()]
    const nurse = await given.staff('Nurse', here)
    await given.staff('Nurse', there, { login: nurse.login, email: nurse.email })
    const body = { email: nurse.email, password: nurse.password }
    const enter = (project: string) => send(null, loginOperator, { body }, { headers: { project } })
    for (const project of [here, there]) {
      const token = (await enter(project)).body.access_token
      expect((await send({ ...nurse, token }, verifyOperatorToken)).body).toMatchObject({ project })
    }
    expect((await enter(await given.project())).status).toBeGreaterThanOrEqual(400)
  })

  test('a refused sign-in of somebody known is in the audit trail', async () => {
    const ana = await given.patient()
    await send(null, loginPatient, { body: { email: ana.email, password: 'Wrong-horse-9!' } })
    expect(
      await owner('select result from audit_events where patient_id = $1 and action = $2', [ana.id, 'session.refused']),
    ).toEqual([{ result: 'wrong password' }])
  })

  test('signing in ends what another person had open in this browser', async () => {
    const project = await given.project()
    const [ana, ben] = [await given.patient(project), await given.patient(project)]
    await send(null, loginPatient, { body: { email: ben.email, password: ben.password } }, { cookies: cookie(ana) })
    expect((await send(ana, verifyPatientToken)).status).toBe(401)
  })
})

describe('refreshing', () => {
  const refresh = (token: string) => send(null, refreshOperator, {}, { cookies: { 'fornix-operator': token } })
  /** The next token, once the current one is old enough to be replaced. */
  const rotated = async (nurse: TestUser, token = nurse.refreshToken) => {
    await aged(nurse, 'rotated_at', 11_000)
    return setCookie(await refresh(token), 'fornix-operator') ?? ''
  }

  test('the predecessor is good for ten seconds and gets the same successor', async () => {
    const nurse = await given.staff('Nurse')
    const first = await rotated(nurse)
    expect(first).not.toBe(nurse.refreshToken)
    const again = await send(null, refreshPatient, {}, { cookies: cookie(nurse) })
    expect(setCookie(again, 'fornix-operator')).toBe(first)
    expect((await send({ ...nurse, token: again.body.access_token }, verifyOperatorToken)).status).toBe(200)
  })

  test('windows that ask side by side get one successor, in whatever order they arrive', async () => {
    const nurse = await given.staff('Nurse')
    const first = await rotated(nurse)
    for (const token of [first, nurse.refreshToken, first])
      expect(setCookie(await refresh(token), 'fornix-operator')).toBe(first)
    expect((await send(nurse, verifyOperatorToken)).status).toBe(200)
  })

  test('an older token was copied: it ends the session', async () => {
    const nurse = await given.staff('Nurse')
    const fresh = await rotated(nurse)
    await aged(nurse, 'rotated_at', 11_000)
    expect((await refresh(nurse.refreshToken)).status).toBe(401)
    expect((await send(nurse, verifyOperatorToken)).status).toBe(401)
    expect((await refresh(fresh)).status).toBe(401)
  })

  test('one that is older than the predecessor was copied, however young it is', async () => {
    const nurse = await given.staff('Nurse')
    await rotated(nurse, await rotated(nurse))
    expect((await send(null, getUserRole, {}, { cookies: cookie(nurse) })).status).toBe(401)
    expect((await send(nurse, verifyOperatorToken)).status).toBe(200)
    expect((await refresh(nurse.refreshToken)).status).toBe(401)
    expect((await send(nurse, verifyOperatorToken)).status).toBe(401)
  })

  test('a tab does not slip into the session of the person who signed in next to it', async () => {
    const project = await given.project()
    const [ana, ben] = [await given.patient(project), await given.patient(project)]
    expect((await send(ana, refreshPatient, {}, { cookies: cookie(ben) })).status).toBe(401)
    expect((await send(ben, refreshPatient, {}, { cookies: cookie(ben) })).status).toBe(200)
  })

  test('a forged token opens nothing', async () => {
    const nurse = await given.staff('Nurse')
    const forged = nurse.refreshToken.replace(/\.1\./, '.2.')
    expect((await send(null, refreshOperator, {}, { cookies: { 'fornix-operator': forged } })).status).toBe(401)
  })

  test('another site’s page cannot use the cookie', async () => {
    const nurse = await given.staff('Nurse')
    const from = (headers: Record<string, string>) =>
      send(null, refreshOperator, {}, { cookies: cookie(nurse), headers })
    expect((await from({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await from({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await from({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})

test('a page of another subdomain or port learns nothing by the cookie that the browser sends along', async () => {
  const ana = await given.patient()
  for (const call of [getUser, getUserRole]) {
    const from = (site: string) => send(null, call, {}, { cookies: cookie(ana), headers: { 'sec-fetch-site': site } })
    expect([(await from('same-site')).status, (await from('none')).status, (await from('same-origin')).status]).toEqual(
      [403, 200, 200],
    )
  }
})

describe('a session', () => {
  test('ends after 20 minutes without a user-initiated call', async () => {
    const ana = await given.patient()
    await aged(ana, 'last_seen_at', idleMs + 1000)
    expect((await send(ana, verifyPatientToken)).status).toBe(401)
    expect((await send(null, refreshPatient, {}, { cookies: cookie(ana) })).status).toBe(401)
  })

  test('is kept alive by keep_alive', async () => {
    const ana = await given.patient()
    await aged(ana, 'last_seen_at', idleMs - 60_000)
    await as(ana).call(keepAlive, {})
    const seen = await owner<{ fresh: boolean }>(
      "select last_seen_at > now() - interval '1 minute' as fresh from sessions where session_id = $1",
      [ana.session],
    )
    expect(seen).toEqual([{ fresh: true }])
  })

  test('knows for how long nobody was there, whatever an open page asks by itself', async () => {
    const ana = await given.patient()
    await aged(ana, 'present_at', 900_000)
    await aged(ana, 'last_seen_at', 900_000)
    await as(ana).call(listMyAppointments, {})
    await expect
      .poll(async () =>
        owner("select from sessions where session_id = $1 and last_seen_at > now() - interval '1 minute'", [
          ana.session,
        ]),
      )
      .toHaveLength(1)
    const idle = async () => (await as(ana).call(getUser, {})).idle_ms ?? 0
    expect(await idle()).toBeGreaterThanOrEqual(900_000)
    await as(ana).call(keepAlive, {})
    expect(await idle()).toBeLessThan(600_000)
  })

  test('is not kept alive by refreshing, nor by asking for how long nobody was there', async () => {
    const ana = await given.patient()
    await aged(ana, 'last_seen_at', idleMs - 60_000)
    await send(null, refreshPatient, {}, { cookies: cookie(ana) })
    await as(ana).call(getUser, {})
    const seen = await owner<{ fresh: boolean }>(
      "select last_seen_at > now() - interval '1 minute' as fresh from sessions where session_id = $1",
      [ana.session],
    )
    expect(seen).toEqual([{ fresh: false }])
  })

  test('ends at once with its owner’s record, and follows a changed role', async () => {
    const nurse = await given.staff('Nurse')
    await owner("update providers set role = 'Physician' where provider_id = $1", [nurse.id])
    expect(await as(nurse).call(getUserRole, {})).toEqual({ role: 'Physician' })
    await owner('update providers set deleted_at = now() where provider_id = $1', [nurse.id])
    expect((await send(nurse, verifyOperatorToken)).status).toBe(401)
  })

  test('of an admin ends when the admin becomes a nurse, and a nurse’s when she becomes an admin', async () => {
    for (const [from, to] of [
      ['Admin', 'Nurse'],
      ['Nurse', 'Admin'],
    ] as const) {
      const user = await given.staff(from)
      await owner('update providers set role = $2 where provider_id = $1', [user.id, to])
      expect((await send(user, getUserRole)).status).toBe(401)
      expect((await send(null, getUserRole, {}, { cookies: cookie(user) })).status).toBe(401)
      expect((await send(null, refreshOperator, {}, { cookies: cookie(user) })).status).toBe(401)
    }
  })

  test('that signs out takes along those of the browser’s other cookies', async () => {
    const project = await given.project()
    const [ana, nurse] = [await given.patient(project), await given.staff('Nurse', project)]
    await send(ana, logoutPatient, {}, { cookies: { ...cookie(ana), ...cookie(nurse) } })
    for (const user of [ana, nurse]) expect((await send(user, getUserRole)).status).toBe(401)
  })

  test('is the cookie’s as long as it lasts, and no longer', async () => {
    const nurse = await given.staff('Nurse')
    const ageOf = (answer: Awaited<ReturnType<typeof send>>) =>
      answer.cookies.find(({ name }) => name === 'fornix-operator')?.maxAge ?? 0
    const body = { email: nurse.email, password: nurse.password }
    const begun = ageOf(await send(null, loginOperator, { body }))
    expect(begun).toBeGreaterThan(11.9 * 3600)
    expect(begun).toBeLessThanOrEqual(12 * 3600)
    await owner("update sessions set expires_at = now() + interval '10 minutes' where session_id = $1", [nurse.session])
    const refreshed = ageOf(await send(null, refreshOperator, {}, { cookies: cookie(nurse) }))
    expect(refreshed).toBeGreaterThan(500)
    expect(refreshed).toBeLessThanOrEqual(600)
  })

  test('is one of twenty at most: the oldest of its owner makes room, and nobody else’s', async () => {
    const project = await given.project()
    const [ana, ben] = [await given.patient(project), await given.patient(project)]
    await aged(ana, 'created_at', 60_000)
    await aged(ben, 'created_at', 60_000)
    const body = { email: ana.email, password: ana.password }
    for (let n = 2; n <= 20; n++) expect((await send(null, loginPatient, { body })).status).toBe(200)
    expect((await send(ana, verifyPatientToken)).status).toBe(200)
    expect((await send(null, loginPatient, { body })).status).toBe(200)
    expect((await send(ana, verifyPatientToken)).status).toBe(401)
    expect((await send(ben, verifyPatientToken)).status).toBe(200)
    const living = await owner('select from sessions where login_id = $1 and revoked_at is null', [ana.login])
    expect(living).toHaveLength(20)
  })

  test('ends for good when its owner signs out, however often', async () => {
    const ana = await given.patient()
    expect((await send(ana, logoutPatient, {}, { cookies: cookie(ana) })).status).toBe(200)
    expect((await send(ana, verifyPatientToken)).status).toBe(401)
    expect((await send(ana, logoutPatient, {}, { cookies: cookie(ana) })).status).toBe(200)
  })

  test('ends a day after a patient’s sign-in and half a day after one of staff, however busy it is', async () => {
    for (const [user, hours] of [
      [await given.patient(), 24],
      [await given.staff('Nurse'), 12],
      [await given.staff('Admin'), 12],
    ] as const) {
      const [row] = await owner<{ hours: number }>(
        'select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions where session_id = $1',
        [user.session],
      )
      expect(row).toEqual({ hours })
      await as(user).call(keepAlive, {})
      await aged(user, 'expires_at', 1000)
      expect((await send(user, getUserRole)).status).toBe(401)
      expect((await send(null, refreshPatient, {}, { cookies: cookie(user) })).status).toBe(401)
    }
  })

  test('that signs in ends those of other areas in the same browser, and takes their cookies away', async () => {
    const project = await given.project()
    const [ana, nurse, admin] = [
      await given.patient(project),
      await given.staff('Nurse', project),
      await given.staff('Admin', project),
    ]
    const cookies = { ...cookie(ana), ...cookie(nurse) }
    const body = { username: admin.email, password: admin.password }
    const answer = await send(null, loginAdmin, { body }, { cookies })
    for (const user of [ana, nurse]) expect((await send(user, getUserRole)).status).toBe(401)
    expect(answer.cookies.filter(({ value }) => value === '').map(({ name }) => name)).toEqual([
      'fornix-patient',
      'fornix-operator',
    ])
  })

  test('that a token names is meant, whatever cookies of others lie in the browser', async () => {
    const project = await given.project()
    const [ana, nurse] = [await given.patient(project), await given.staff('Nurse', project)]
    const held = { cookies: { ...cookie(ana), ...cookie(nurse) } }
    for (const user of [ana, nurse]) {
      expect(await as(user).call(getUserRole, {}, held)).toEqual({ role: user.role })
      expect((await as(user).call(getUser, {}, held)).user_object.email).toBe(user.email)
    }
    // An invalid token is not replaced by a cookie.
    expect((await send({ ...nurse, token: `${nurse.token}x` }, getUser, {}, held)).status).toBe(401)
  })

  test('never believes a role header', async () => {
    const ana = await given.patient()
    expect(await as(ana).call(getUserRole, {}, { headers: { role: 'SuperAdmin' } })).toEqual({ role: 'Patient' })
  })
})
