import { beforeEach, expect, test } from 'vitest'
import { type Answer, type Answers, refused, serve } from '../../testing/serve.ts'
import { memberships, north, signIn, signOut } from '../../testing/show.tsx'
import { setNavigator } from '../base/navigation.ts'
import { clearNotice } from '../base/notice.ts'
import { endSession } from '../session/session.tsx'
import { currentSession } from '../session/session-store.ts'
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

// First: only the first page of a tab asks.
test('a reloaded tab is signed in at once and learns its memberships from the server', async () => {
  signIn('Nurse')
  serve({ 'GET /common/api/get_user/': () => [200, { ...me, email_verified: false }] })
  await restoreSession('guarded')
  expect(currentSession()).not.toBeNull()
  await expect.poll(() => currentSession()).toMatchObject({ user: user_object, emailVerified: false })
})

test('a visitor of a public page costs the server no question about a session', async () => {
  const sent = serve({})
  await restoreSession('public')
  expect(sent).toEqual([])
})

test('a new tab gets its own token by the cookie of the browser', async () => {
  const sent = serve({
    'GET /common/api/get_user_role/': () => [200, { role: 'Nurse' }],
    'POST /operator/refresh/': () => [200, { access_token: 'of this tab' }],
    'GET /common/api/get_user/': () => [200, me],
  })
  await restoreSession('guarded')
  expect(currentSession()).toMatchObject({ role: 'Nurse', audience: 'operator', user: user_object })
  expect(sessionStorage.getItem('operator_token')).toBe('of this tab')
  expect(sent.map(({ call }) => call)).toHaveLength(3)
})

test('without a session in the browser nobody is signed in, and a later page may ask again', async () => {
  const sent = serve({ 'GET /common/api/get_user_role/': () => refused(401) })
  await restoreSession('guarded')
  await restoreSession('guarded')
  expect(currentSession()).toBeNull()
  expect(sent).toHaveLength(2)
})

const logout = 'POST /operator/logout/'
const session: Answers = {
  'GET /common/api/get_user_role/': [200, { role: 'Nurse' }],
  'POST /operator/refresh/': [200, { access_token: 'of this tab' }],
  'GET /common/api/get_user/': [200, me],
}
/** Logs out while the server cannot be reached; it still holds the session. */
const leaveUnheard = async () => {
  setNavigator(() => {})
  signIn('Nurse')
  const sent = serve({ [logout]: 'no network' })
  endSession()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual([logout])
}

test('a logout that the server did not hear is repeated before anybody is let in again', async () => {
  await leaveUnheard()
  let isOver = false
  const sent = serve({
    ...session,
    [logout]: () => {
      isOver = true
      return [200, { message: 'ok' }]
    },
    'GET /common/api/get_user_role/': () => (isOver ? refused(401) : [200, { role: 'Nurse' }]),
  })
  await restoreSession('guarded')
  expect(currentSession()).toBeNull()
  expect(sent.map(({ call }) => call)).toEqual([logout, 'GET /common/api/get_user_role/'])
})

test.each<[string, Answer]>([
  ['not heard', 'no network'],
  ['answered by a failure', refused(503)],
])('while the logout is still %s, the session does not come back', async (_, answer) => {
  await leaveUnheard()
  const sent = serve({ ...session, [logout]: answer })
  await restoreSession('guarded')
  expect(currentSession()).toBeNull()
  expect(sent.map(({ call }) => call)).toEqual([logout])
})

test.each([
  ['a public page opens', () => restoreSession('public')],
  ['the network is back', async () => void window.dispatchEvent(new Event('online'))],
])('it is repeated when %s', async (_, happens) => {
  await leaveUnheard()
  const sent = serve({ [logout]: [200, { message: 'ok' }] })
  await happens()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual([logout])
})

test('who signs in meanwhile is not signed out by it', async () => {
  await leaveUnheard()
  signIn('Nurse')
  const sent = serve({})
  window.dispatchEvent(new Event('online'))
  await restoreSession('public')
  expect(sent.filter(({ call }) => call === logout)).toEqual([])
  clearNotice()
})
