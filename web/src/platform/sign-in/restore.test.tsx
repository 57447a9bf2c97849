import { startPasskeySignIn } from '@fornix/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { memberships, north, signIn, signOut } from '../../testing/show.tsx'
import { setNavigator } from '../base/navigation.ts'
import { clearNotice } from '../base/notice.ts'
import { send } from '../calls/api.ts'
import { startEarly } from '../session/early-refresh.ts'
import { markLogoutPending } from '../session/pending-logout.ts'
import { endSession } from '../session/session.tsx'
import { currentSession } from '../session/session-store.ts'
import { pendingLogoutKey, signedInHint } from '../session/sign-in-storage.ts'
import { restoreSession } from './restore.ts'

beforeEach(signOut)

const user_object = {
  first_name: 'Hiro',
  last_name: 'Bianchi',
  email: 'hiro@example.org',
  patient_id: '',
  physician_name: '',
  provider_id: 'PR-2',
  mrn_number: '',
}
const me = { user_object, role: 'Nurse', project: north, memberships: memberships('Nurse'), email_verified: true }

// Runs first: only the first page of a tab requests a session.
test('a reloaded tab is signed in at once and learns its memberships from the server', async () => {
  signIn('Nurse')
  serve({ 'GET /common/api/get_user/': () => [200, { ...me, email_verified: false }] })
  await restoreSession()
  expect(currentSession()).not.toBeNull()
  await expect.poll(() => currentSession()).toMatchObject({ user: user_object, emailVerified: false })
})

test('a visitor costs the server no question about a session', async () => {
  const sent = serve({})
  await restoreSession()
  expect(sent).toEqual([])
})

test('a new tab gets its own token by the cookie of the browser', async () => {
  const sent = serve({
    'GET /common/api/get_user_role/': () => [200, { role: 'Nurse' }],
    'POST /operator/refresh/': () => [200, { access_token: 'of this tab' }],
    'GET /common/api/get_user/': () => [200, me],
  })
  signedInHint.set('operator')
  await restoreSession()
  expect(currentSession()).toMatchObject({ role: 'Nurse', audience: 'operator', user: user_object })
  expect(sessionStorage.getItem('operator_token')).toBe('of this tab')
  expect(sent.map(({ call }) => call)).toHaveLength(3)
})

test('after a refusal nobody is signed in, and no page asks again', async () => {
  signedInHint.set('operator')
  const sent = serve({ 'GET /common/api/get_user_role/': () => refused(401) })
  await restoreSession()
  await restoreSession()
  expect(currentSession()).toBeNull()
  expect(sent).toHaveLength(1)
})

const early: ServedCalls = {
  'POST /operator/refresh/': [200, { access_token: 'of this tab' }],
  'GET /common/api/get_user/': [200, me],
}

test('where it is known who signs in here, the session is asked for before the program runs, and once', async () => {
  signedInHint.set('operator')
  const sent = serve(early)
  startEarly()
  await restoreSession()
  expect(currentSession()).toMatchObject({ role: 'Nurse', audience: 'operator', user: user_object })
  expect(sent.map(({ call }) => call)).toEqual(Object.keys(early))
  expect(sent[1]?.headers.get('authorization')).toBe('Bearer of this tab')
})

test('a session that was asked for before somebody else signed in here is not shown to them', async () => {
  signedInHint.set('operator', 'first')
  const others = { ...me, user_object: { ...user_object, first_name: 'Noor' } }
  let asked = 0
  const sent = serve({
    ...early,
    'GET /common/api/get_user/': () => [200, asked++ === 0 ? me : others],
    'GET /common/api/get_user_role/': [200, { role: 'Nurse' }],
  })
  startEarly()
  signedInHint.set('operator', 'second')
  await restoreSession()
  expect(currentSession()?.user.first_name).toBe('Noor')
  expect(sent.map(({ call }) => call)).toEqual([
    ...Object.keys(early),
    'GET /common/api/get_user_role/',
    ...Object.keys(early),
  ])
})

test('what was refused before the program ran is asked for again as if nobody had', async () => {
  signedInHint.set('patient')
  const sent = serve({ ...early, 'GET /common/api/get_user_role/': [200, { role: 'Nurse' }] })
  startEarly()
  await restoreSession()
  expect(currentSession()).toMatchObject({ role: 'Nurse' })
  expect(sent.map(({ call }) => call)).toEqual([
    'POST /patient/refresh/',
    'GET /common/api/get_user_role/',
    ...Object.keys(early),
  ])
})

test.each([
  ['and the server heard it', () => signedInHint.clear(), ['GET /common/api/get_user_role/']],
  ['unheard', () => markLogoutPending('operator', 'logout'), ['POST /operator/logout/']],
])('a session that another tab ended while it was on its way does not come back: %s', async (_, leave, then) => {
  signedInHint.set('operator')
  const asked = Object.keys(early)
  const sent = serve({
    ...early,
    'GET /common/api/get_user/': () => {
      leave()
      return [200, me]
    },
    'GET /common/api/get_user_role/': refused(401),
    'POST /operator/logout/': 'no network',
  })
  startEarly()
  await restoreSession()
  expect(currentSession()).toBeNull()
  expect(sent.map(({ call }) => call)).toEqual([...asked, ...then])
})

test.each([
  ['somebody signed out unheard', () => markLogoutPending('operator', 'logout')],
  ['nobody has signed in', () => signedInHint.clear()],
  ['this tab has its session', () => signIn('Nurse')],
])('nothing is asked for before the program runs where %s', (_, happens) => {
  signedInHint.set('operator')
  happens()
  const sent = serve(early)
  startEarly()
  expect(sent).toEqual([])
})

const logout = 'POST /operator/logout/'
const session: ServedCalls = {
  'GET /common/api/get_user_role/': [200, { role: 'Nurse' }],
  'POST /operator/refresh/': [200, { access_token: 'of this tab' }],
  'GET /common/api/get_user/': [200, me],
}
test.each([
  ['and the server heard it', () => signedInHint.clear()],
  ['unheard', () => markLogoutPending('operator', 'logout')],
])('a session that another tab ended while the program asked for it does not come back: %s', async (_, leave) => {
  signedInHint.set('operator')
  serve({
    ...session,
    'GET /common/api/get_user/': () => {
      leave()
      return [200, me]
    },
  })
  await restoreSession()
  const owed = localStorage.getItem(pendingLogoutKey)
  expect(currentSession()).toBeNull()
  leave()
  expect(localStorage.getItem(pendingLogoutKey)).toBe(owed)
})

test('a question that was not answered is asked again by the next page', async () => {
  signedInHint.set('operator')
  serve({ 'GET /common/api/get_user_role/': 'no network' })
  await expect(restoreSession()).rejects.toMatchObject({ status: 0 })
  serve(session)
  await restoreSession()
  expect(currentSession()).toMatchObject({ role: 'Nurse' })
})

/** Logs out while the server cannot be reached; the server still has the session. */
const leaveUnheard = async () => {
  setNavigator(() => {})
  signIn('Nurse')
  const sent = serve({ [logout]: 'no network' })
  endSession()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual([logout])
}

test('a logout that the server did not hear is repeated before anybody is let in again', async () => {
  await leaveUnheard()
  signedInHint.set('operator')
  let isOver = false
  const sent = serve({
    ...session,
    [logout]: () => {
      isOver = true
      return [200, { message: 'ok' }]
    },
    'GET /common/api/get_user_role/': () => (isOver ? refused(401) : [200, { role: 'Nurse' }]),
  })
  await restoreSession()
  expect(currentSession()).toBeNull()
  expect(sent.map(({ call }) => call)).toEqual([logout, 'GET /common/api/get_user_role/'])
})

test.each<[string, Served]>([
  ['not heard', 'no network'],
  ['answered by a failure', refused(503)],
])('while the logout is still %s, the session does not come back', async (_, answer) => {
  await leaveUnheard()
  signedInHint.set('operator')
  const sent = serve({ ...session, [logout]: answer })
  await restoreSession()
  expect(currentSession()).toBeNull()
  expect(sent.map(({ call }) => call)).toEqual([logout])
})

test.each([
  ['a page opens', () => restoreSession()],
  ['the network is back', async () => void window.dispatchEvent(new Event('online'))],
])('it is repeated when %s', async (_, happens) => {
  await leaveUnheard()
  const sent = serve({ [logout]: [200, { message: 'ok' }] })
  await happens()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual([logout])
})

/** Logs out, and the server says nothing until `answer` is called. */
const leaveUnanswered = async () => {
  setNavigator(() => {})
  signIn('Nurse')
  const { promise, resolve } = Promise.withResolvers<Served>()
  const events: string[] = []
  serve({
    [logout]: () => {
      events.push('logout')
      return promise
    },
    'POST /common/api/passkey/start/': () => {
      events.push('sign-in')
      return refused(400)
    },
  })
  endSession()
  await expect.poll(() => events).toEqual(['logout'])
  const answer = () => {
    events.push('answered')
    resolve([200, { message: 'ok' }])
  }
  return { events, answer }
}

test('no page waits for a logout that is not answered, and none is sent beside it', async () => {
  const { events, answer } = await leaveUnanswered()
  await restoreSession()
  window.dispatchEvent(new Event('online'))
  await restoreSession()
  expect(events).toEqual(['logout'])
  answer()
  await expect.poll(() => localStorage.getItem(pendingLogoutKey)).toBeNull()
})

test('a sign-in waits for the logout, whose answer would take its cookie away', async () => {
  const { events, answer } = await leaveUnanswered()
  const signingIn = send(startPasskeySignIn, {}).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve))
  answer()
  await signingIn
  expect(events).toEqual(['logout', 'answered', 'sign-in'])
})

test('a logout is given up once somebody has signed in in another tab', async () => {
  setNavigator(() => {})
  signIn('Nurse')
  let signal: AbortSignal | null | undefined
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)))
  })
  endSession()
  await expect.poll(() => signal).toBeDefined()
  signedInHint.set('operator', 'another')
  const tab = new BroadcastChannel('fornix-session')
  tab.postMessage({ kind: 'signed-in', signIn: 'another' })
  await expect.poll(() => signal?.aborted).toBe(true)
  await expect.poll(() => localStorage.getItem(pendingLogoutKey)).toBeNull()
  tab.close()
})

test('who signs in meanwhile is not signed out by it', async () => {
  await leaveUnheard()
  signIn('Nurse')
  const sent = serve({})
  window.dispatchEvent(new Event('online'))
  await restoreSession()
  expect(sent.filter(({ call }) => call === logout)).toEqual([])
  clearNotice()
})
