import { beforeEach, expect, test } from 'vitest'
import { refused, serve } from '../../testing/serve.ts'
import { memberships, north, signIn, signOut } from '../../testing/show.tsx'
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
