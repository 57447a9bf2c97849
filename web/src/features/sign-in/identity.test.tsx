import { afterEach, describe, expect, test } from 'vitest'
import { clearSession, currentSession } from '../../platform/session/session-store.ts'
import { passToken } from '../../platform/sign-in/identity.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { showRoutes, userOf } from '../../testing/show.tsx'
import { AuthCallbackPage } from './AuthCallbackPage.tsx'
import { PatientsPage } from './PatientsPage.tsx'

afterEach(() => clearSession())

const north = { project: '0192f0aa-0000-7000-8000-000000000001', project_name: 'Lumen Neuro', role: 'Physician' }
const lake = { project: '0192f0aa-0000-7000-8000-000000000002', project_name: 'Lakeview Brain Center', role: 'Nurse' }
const operator = { ...userOf('Physician'), first_name: 'Hiro', last_name: 'Bianchi' }
const verified = (...memberships: unknown[]) => ok({ ...north, memberships })
const entry = { access_token: 'token', operator, memberships: [north, lake], role: 'Physician' }
const entered = ok(entry)
const verify = 'POST /common/api/verify/'
const authenticate = 'POST /operator/api/authenticate/'
const callback = { path: '/auth/callback', Component: AuthCallbackPage }
const others = [
  { path: '/patients', Component: PatientsPage },
  { path: '*', element: <h1>Another page</h1> },
]

const arrive = async (answers: ServedCalls) => {
  const sent = serve(answers)
  passToken('identity-token', '/physicians')
  return {
    sent,
    ...(await showRoutes([callback, ...others], { at: '/auth/callback', strict: true })),
  }
}

describe('coming back from the identity provider', () => {
  test('with one membership leads straight to the first page of the role', async () => {
    const { router, sent } = await arrive({ [verify]: verified(north), [authenticate]: entered })
    await expect.poll(() => router.state.location.pathname).toBe('/operatorPatientlist')
    expect(sent.map(({ call }) => call)).toEqual([verify, authenticate])
    expect(sessionStorage.getItem('operator_token')).toBe('token')
    expect(sessionStorage.getItem('project')).toBe(north.project)
  })

  test('with several memberships asks which project, and signs in to the chosen one', async () => {
    const { screen, router } = await arrive({
      [verify]: verified(north, lake),
      [authenticate]: ok({ ...entry, role: 'Nurse' }),
    })
    await expect.element(screen.getByRole('heading', { name: 'Which clinic or study?' })).toBeVisible()
    await screen.getByRole('button', { name: /Lakeview/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/operatorPatientlist')
    expect(currentSession()).toMatchObject({ project: lake.project, role: 'Nurse', audience: 'operator' })
  })

  test.each<[string, ServedCalls, string]>([
    [
      'a refused token',
      { [verify]: refused(400, 'Google Login failed. Please try again.', { code: 'identity' }) },
      'Google Login failed. Please try again.',
    ],
    [
      'a provider that is down',
      { [verify]: refused(503, 'x') },
      'Authentication or profile fetch failed. Please try again.',
    ],
    [
      'a failed authentication',
      { [verify]: verified(north), [authenticate]: refused(500, 'x') },
      'Error while authenticating the user. Please try again.',
    ],
  ])('after %s says the sentence and offers the way back', async (_, answers, sentence) => {
    const { screen } = await arrive(answers)
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    await expectLink(screen, 'Back to sign in', '/physicians')
  })

  test('an unknown person can register', async () => {
    const { screen, router } = await arrive({ [verify]: refused(404, 'Not found') })
    await screen.getByRole('link', { name: 'Register as a patient' }).click()
    expect(router.state.location.pathname).toBe('/patients')
    await expect.element(screen.getByLabelText('Confirm password')).toBeVisible()
  })

  test('an existing login is connected by its password, and a wrong password can be corrected', async () => {
    const link = 'POST /common/api/link_identity/'
    const answers: ServedCalls = {
      [verify]: refused(400, 'This email address already has a password here.', { code: 'link_required' }),
      [link]: refused(400, 'Failed to authenticate. Check credentials.', { code: 'credentials' }),
      [authenticate]: entered,
    }
    const { screen, router } = await arrive(answers)
    const password = screen.getByLabelText('Password', { exact: true })
    await password.fill('wrong')
    await screen.getByRole('button', { name: 'Connect and sign in' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to authenticate. Check credentials.')
    serve({ ...answers, [link]: ok(), [verify]: verified(north) })
    await password.fill('Demo-portal-1!')
    await screen.getByRole('button', { name: 'Connect and sign in' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/operatorPatientlist')
  })

  test('an address of the provider that no sign-in of this tab started is refused', async () => {
    serve({})
    const { screen } = await showRoutes([callback], { at: '/auth/callback?code=stolen&state=foreign', strict: true })
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Google Login failed. Please try again.')
  })
})
