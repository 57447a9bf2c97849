import {
  audienceOf,
  endAllSessions,
  endSession,
  getUser,
  keepAlive,
  loginOperator,
  logoutOperator,
  mySessions,
  refreshOperator,
  refreshPatient,
  switchProject,
  verifyOperatorToken,
  verifyPatientToken,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { given, as, send, owner, database, platform, inOrder } = await testApp()

const cookie = (user: TestUser) => ({ [`fornix-${audienceOf(user.role)}`]: user.refreshToken })
const switchTo = (user: TestUser, project: string, cookies: Record<string, string> = cookie(user)) =>
  send(user, switchProject, { body: { project } }, { cookies })
const cookieIn = (answer: Awaited<ReturnType<typeof send>>, name = 'fornix-operator') =>
  answer.cookies.find((one) => one.name === name)
/** Moves the times of a session into the past. */
const shift = ({ session }: TestUser, columns: string[], hours: number) =>
  owner(
    `update sessions set ${columns.map((column) => `${column} = ${column} - make_interval(hours => $2)`).join(', ')}
      where session_id = $1`,
    [session, hours],
  )

/** Replaces the refresh token of a user who keeps the old one, a while ago. */
const rotate = async (user: TestUser) => {
  const age = () =>
    owner("update sessions set rotated_at = now() - interval '11 seconds' where login_id = $1", [user.login])
  await age()
  await send(null, refreshOperator, {}, { cookies: cookie(user) })
  await age()
}

const roaming = async (here?: string) => {
  const user = await given.staff('Physician', here)
  const there = await given.project()
  const other = await given.staff('Physician', there, { login: user.login, email: user.email })
  await owner('update sessions set revoked_at = now() where session_id = $1', [other.session])
  return { user, there, other }
}
const arrived = async (user: TestUser, there: string) => {
  const answer = await switchTo(user, there)
  expect(answer.status).toBe(200)
  const refreshToken = cookieIn(answer)?.value ?? ''
  return { answer, moved: { ...user, project: there, token: answer.body.access_token, refreshToken } }
}

test('a person in two projects moves to the other one, and the old session ends', async () => {
  const { user, there, other } = await roaming()
  const { answer, moved } = await arrived(user, there)
  expect(answer.body).toMatchObject({ project: there, role: 'Physician', user_object: { provider_id: other.code } })
  expect((await send(user, verifyOperatorToken)).status).toBe(401)
  const { memberships } = await as(moved).call(getUser, {})
  expect(memberships.map(({ project }) => project).sort()).toEqual([user.project, there].sort())
})

test('nobody moves to where they are: that would only buy time', async () => {
  const { user } = await roaming()
  expect(await switchTo(user, user.project)).toMatchObject({
    status: 409,
    body: { code: 'same_project', error: 'You are already in this project.' },
  })
  expect((await send(user, verifyOperatorToken)).status).toBe(200)
})

test('a token that leaked moves nowhere without the refresh cookie of its own session', async () => {
  const { user, there } = await roaming()
  const somebody = await given.staff('Physician', user.project)
  const forged = user.refreshToken.replace(/\.1\./, '.2.')
  for (const cookies of [{}, cookie(somebody), { 'fornix-operator': forged }]) {
    const answer = await switchTo(user, there, cookies)
    expect(answer.status).toBe(401)
    expect(answer.cookies).toEqual([])
  }
  expect((await send(user, verifyOperatorToken)).status).toBe(200)
})

test('a refresh token that was used up a while ago moves nowhere, and ends the session', async () => {
  const { user, there } = await roaming()
  await rotate(user)
  expect((await switchTo(user, there)).status).toBe(401)
  expect((await send(user, verifyOperatorToken)).status).toBe(401)
})

test('the end of a session stays where the sign-in put it, also for the cookie', async () => {
  const { user, there } = await roaming()
  await shift(user, ['created_at', 'expires_at'], 11)
  const times = async () =>
    owner(
      'select created_at::text, expires_at::text, family_id from sessions where login_id = $1 and revoked_at is null',
      [user.login],
    )
  const [before] = await times()
  const { answer, moved } = await arrived(user, there)
  const [after] = await times()
  expect(new Date(String(after?.['expires_at'])).getTime()).toBeCloseTo(
    new Date(String(before?.['expires_at'])).getTime(),
    -2,
  )
  expect(after?.['family_id']).toBe(user.session)
  expect(cookieIn(answer)?.maxAge).toBeLessThanOrEqual(3600)
  await as(moved).call(keepAlive, {})
  await owner('update sessions set expires_at = now() where login_id = $1', [user.login])
  expect((await send(moved, verifyOperatorToken)).status).toBe(401)
})

test('who moves from a patient’s day to the half day of staff has what is left of the half', async () => {
  const ana = await given.patient()
  const there = await given.project()
  await given.staff('Nurse', there, { login: ana.login, email: ana.email })
  await shift(ana, ['created_at', 'expires_at'], 13)
  expect(await switchTo(ana, there)).toMatchObject({ status: 409, body: { code: 'sign_in_again' } })
  expect((await send(ana, verifyPatientToken)).status).toBe(200)
  await shift(ana, ['created_at', 'expires_at'], -2)
  const answer = await switchTo(ana, there)
  expect(answer.status).toBe(200)
  expect(cookieIn(answer)?.maxAge).toBeLessThanOrEqual(3600)
  expect(cookieIn(answer, 'fornix-patient')?.value).toBe('')
})

test('who moves from the half day of staff to a patient’s day has what is left of the half', async () => {
  const nurse = await given.staff('Nurse')
  const there = await given.project()
  const other = await given.patient(there)
  await owner('update patients set login_id = $2 where patient_id = $1', [other.id, nurse.login])
  await shift(nurse, ['created_at', 'expires_at'], 11)
  const answer = await switchTo(nurse, there)
  expect(answer.status).toBe(200)
  expect(cookieIn(answer, 'fornix-patient')?.maxAge).toBeLessThanOrEqual(3600)
})

test('a copied refresh token of any session of the family ends those that followed it', async () => {
  const { user, there } = await roaming()
  const { moved } = await arrived(user, there)
  const replay = () => send(null, refreshOperator, {}, { cookies: cookie(user) })
  // A refresh that was in flight when the project changed is not a copy.
  expect((await replay()).status).toBe(401)
  expect((await send(moved, verifyOperatorToken)).status).toBe(200)
  await owner("update sessions set revoked_at = now() - interval '11 seconds' where session_id = $1", [user.session])
  expect((await replay()).status).toBe(401)
  expect((await send(moved, verifyOperatorToken)).status).toBe(401)
  expect((await send(null, refreshOperator, {}, { cookies: cookie(moved) })).status).toBe(401)
})

test('and one of the last session ends it, however often the project was changed before', async () => {
  const { user, there } = await roaming()
  const { moved } = await arrived(user, there)
  const { moved: back } = await arrived(moved, user.project)
  await rotate(back)
  expect((await send(null, refreshOperator, {}, { cookies: cookie(back) })).status).toBe(401)
  expect((await send(back, verifyOperatorToken)).status).toBe(401)
})

test('of two changes at once with one session, one happens', async () => {
  const ana = await given.patient()
  const begin = () => database.unscoped('a test', (db) => platform.sessions.supersede(db, ana))
  expect([await begin(), await begin()]).toMatchObject([{ family: ana.session }, undefined])
  const { user, there } = await roaming()
  const answers = await Promise.all([1, 2, 3].map(() => switchTo(user, there)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  const living = await owner('select from sessions where login_id = $1 and revoked_at is null', [user.login])
  expect(living).toHaveLength(1)
})

test('the list shows the family as one sign-in, and ending or leaving any of it ends what followed', async () => {
  const first = await roaming()
  const { moved } = await arrived(first.user, first.there)
  const { sessions } = await as(moved).call(mySessions, {})
  expect(sessions).toHaveLength(1)
  expect((await send(moved, endSession, { params: { id: first.user.session } })).status).toBe(200)
  expect((await send(moved, verifyOperatorToken)).status).toBe(401)

  const second = await roaming()
  const { moved: again } = await arrived(second.user, second.there)
  await send(null, logoutOperator, {}, { cookies: cookie(second.user) })
  expect((await send(again, verifyOperatorToken)).status).toBe(401)
})

test('a session of an older program, which knows no family, is the first of one', async () => {
  const ana = await given.patient()
  await owner('update sessions set family_id = null where session_id = $1', [ana.session])
  const there = await given.project()
  const other = await given.patient(there, { email: ana.email.replace('@', '+2@') })
  await owner('update patients set login_id = $2 where patient_id = $1', [other.id, ana.login])
  const answer = await switchTo(ana, there)
  expect(answer.status).toBe(200)
  await owner("update sessions set revoked_at = now() - interval '11 seconds' where session_id = $1", [ana.session])
  await send(null, refreshPatient, {}, { cookies: cookie(ana) })
  expect((await send({ ...ana, token: answer.body.access_token }, verifyPatientToken)).status).toBe(401)
})

test.each([
  ['all are signed out', (user: TestUser) => send(user, endAllSessions)],
  ['that device is signed out', (user: TestUser) => send(user, endSession, { params: { id: user.session } })],
  ['it signs out', (user: TestUser) => send(user, logoutOperator)],
])('a session that changes its project while %s does not live on in the other one', async (_, endBy) => {
  const { user, there } = await roaming()
  const [, ended] = await inOrder(
    'select from logins where login_id = $1',
    [user.login],
    [
      // When this one waits, it has ended the previous session, and has not begun the next one.
      () => switchTo(user, there),
      () => endBy(user),
    ],
  )
  expect(ended?.status).toBe(200)
  expect(await owner('select from sessions where login_id = $1 and revoked_at is null', [user.login])).toEqual([])
})

test('who signs in again, in the browser that is signed in already, is let in, and the session before ends', async () => {
  const { user } = await roaming()
  const body = { email: user.email, password: user.password }
  expect((await send(null, loginOperator, { body }, { cookies: cookie(user) })).status).toBe(200)
  expect((await send(user, verifyOperatorToken)).status).toBe(401)
})
