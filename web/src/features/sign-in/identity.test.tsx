import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentSession, forgetSession } from '../../platform/session/session-store.ts'
import { handOver } from '../../platform/sign-in/identity.ts'
import { AuthCallbackPage } from './AuthCallbackPage.tsx'
import { PatientsPage } from './PatientsPage.tsx'
import { type Answers, refusal, serve, show } from './testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetSession()
})

const north = { project: '0192f0aa-0000-7000-8000-000000000001', project_name: 'Lumen Neuro', role: 'Physician' }
const lake = { project: '0192f0aa-0000-7000-8000-000000000002', project_name: 'Lakeview Brain Center', role: 'Nurse' }
const operator = {
  first_name: 'Hiro',
  last_name: 'Bianchi',
  email: 'h.bianchi@clinic.example',
  patient_id: '',
  physician_name: '',
  provider_id: 'p1',
  mrn_number: '',
}
const verified = (...memberships: unknown[]) => [200, { ...north, memberships }] as [number, unknown]
const entered = [200, { access_token: 'token', operator, memberships: [north, lake], role: 'Physician' }] as [
  number,
  unknown,
]
const verify = '/common/api/verify/'
const authenticate = '/operator/api/authenticate/'

const arrive = async (answers: Answers) => {
  const sent = serve(answers)
  handOver('identity-token', '/physicians')
  return {
    sent,
    ...(await show('/auth/callback', [
      { path: '/auth/callback', Component: AuthCallbackPage },
      { path: '/patients', Component: PatientsPage },
    ])),
  }
}

describe('coming back from the identity provider', () => {
  test('with one membership leads straight to the first page of the role', async () => {
    const { router, sent } = await arrive({ [verify]: verified(north), [authenticate]: entered })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/operatorPatientlist'))
    expect(sent.map(({ path }) => path)).toEqual([verify, authenticate])
    expect(sessionStorage.getItem('operator_token')).toBe('token')
    expect(sessionStorage.getItem('project')).toBe(north.project)
  })

  test('with several memberships asks which project, and signs in to the chosen one', async () => {
    const { screen, router } = await arrive({
      [verify]: verified(north, lake),
      [authenticate]: [200, { ...(entered[1] as object), role: 'Nurse' }],
    })
    await expect.element(screen.getByRole('heading', { name: 'Which project?' })).toBeVisible()
    await screen.getByRole('button', { name: /Lakeview/ }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/operatorPatientlist'))
    expect(currentSession()).toMatchObject({ project: lake.project, role: 'Nurse', audience: 'operator' })
  })

  test.each<[string, Answers, string]>([
    [
      'a refused token',
      { [verify]: [400, refusal('Google Login failed. Please try again.', 'identity')] },
      'Google Login failed. Please try again.',
    ],
    [
      'a provider that is down',
      { [verify]: [503, refusal('x')] },
      'Authentication or profile fetch failed. Please try again.',
    ],
    [
      'a failed authentication',
      { [verify]: verified(north), [authenticate]: [500, refusal('x')] },
      'Error while authenticating the user. Please try again.',
    ],
  ])('after %s says the sentence and offers the way back', async (_, answers, sentence) => {
    const { screen } = await arrive(answers)
    await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
    await expect.element(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/physicians')
  })

  test('an unknown person can register', async () => {
    const { screen, router } = await arrive({ [verify]: [404, refusal('Not found')] })
    await screen.getByRole('link', { name: 'Register as a patient' }).click()
    expect(router.state.location.pathname).toBe('/patients')
    await expect.element(screen.getByLabelText('Confirm password')).toBeVisible()
  })

  test('an existing login is connected by its password, and a wrong password can be corrected', async () => {
    const link = '/common/api/link_identity/'
    const answers: Answers = {
      [verify]: [400, refusal('This email address already has a password here.', 'link_required')],
      [link]: [400, refusal('Failed to authenticate. Check credentials.', 'credentials')],
      [authenticate]: entered,
    }
    const { screen, router } = await arrive(answers)
    const password = screen.getByLabelText('Password', { exact: true })
    await password.fill('wrong')
    await screen.getByRole('button', { name: 'Connect and sign in' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Failed to authenticate. Check credentials.')
    serve({ ...answers, [link]: [200, { message: 'Connected' }], [verify]: verified(north) })
    await password.fill('Demo-portal-1!')
    await screen.getByRole('button', { name: 'Connect and sign in' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/operatorPatientlist'))
  })

  test('an address of the provider that no sign-in of this tab started is refused', async () => {
    serve({})
    const { screen } = await show('/auth/callback?code=stolen&state=foreign', [
      { path: '/auth/callback', Component: AuthCallbackPage },
    ])
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Google Login failed. Please try again.')
  })
})
