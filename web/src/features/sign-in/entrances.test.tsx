import type { Role } from '@fornix/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { config, ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { actingIn, memberships, north, showRoutes, signIn, signOut, south } from '../../testing/show.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { AdminPage } from './AdminPage.tsx'
import { ChooseProjectPage } from './ChooseProjectPage.tsx'
import { PatientsPage } from './PatientsPage.tsx'
import { PhysiciansPage } from './PhysiciansPage.tsx'

const user = {
  first_name: 'Ada',
  last_name: 'Min',
  email: 'ada@example.org',
  patient_id: '',
  physician_name: '',
  provider_id: 'S-1',
  mrn_number: '',
}
const one = (role: Role) => memberships(role).slice(0, 1)
const login = (area: string) => `POST /${area}/login/`
const routes = [
  { path: '/patients', Component: PatientsPage },
  { path: '/physicians', Component: PhysiciansPage },
  { path: '/admin', Component: AdminPage },
  { path: '/choose-project', Component: ChooseProjectPage },
  { path: '*', element: <h1>Another page</h1> },
]

beforeEach(signOut)

const open = async (at: string, answers: ServedCalls = {}) => {
  const sent = serve(answers)
  return { sent, ...(await showRoutes(routes, { at })) }
}
type Screen = Awaited<ReturnType<typeof open>>['screen']
const typeCredentials = async (screen: Screen, label = 'Email', name = 'ada@example.org') => {
  await screen.getByRole('textbox', { name: label, exact: true }).fill(name)
  await screen.getByLabelText('Password', { exact: true }).fill('Portal-pass-1!')
}

test.each([
  ['/patients', 'Patients and volunteers'],
  ['/physicians', 'Physicians and care teams'],
  ['/admin', 'Administration'],
])('the entrance %s says for whom it is', async (at, title) => {
  const { screen } = await open(at)
  await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('a patient signs in with the Enter key, and comes to their own page', async () => {
  const response = { access_token: 't', patient: user, memberships: one('Patient'), email_verified: true }
  const { screen, sent, address } = await open('/patients', { [login('patient')]: ok(response) })
  await typeCredentials(screen)
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/profile')
  expect(sent.find(({ call }) => call === login('patient'))?.body).toEqual({
    email: 'ada@example.org',
    password: 'Portal-pass-1!',
  })
})

test('on a slow connection a sign-in that succeeded shows that it goes on', async () => {
  const response = { access_token: 't', patient: user, memberships: one('Patient'), email_verified: true }
  serve({ [login('patient')]: ok(response) })
  const arriving = Promise.withResolvers<null>()
  const next = { path: '/profile', loader: () => arriving.promise, element: <h1>Home</h1> }
  const { screen } = await showRoutes([next, ...routes], { at: '/patients' })
  await typeCredentials(screen)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => currentSession()?.role).toBe('Patient')
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Use another account' }).query()).toBeNull()
  arriving.resolve(null)
  await expect.element(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
})

test('an offer of a passkey that fails says nothing and moves nothing; asked for by the button, it says so', async () => {
  const start = ok({ challenge_id: '01930000-0000-7000-8000-0000000000c1', options: { challenge: 'eA' } })
  // Browsers that claim to support the offer but do not.
  const get = vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
  const { screen } = await open('/patients', { 'POST /common/api/passkey/start/': start })
  const button = screen.getByRole('button', { name: 'Sign in', exact: true })
  await expect.element(screen.getByRole('button', { name: /^Sign in with Google/ })).toBeVisible()
  const { top } = button.element().getBoundingClientRect()
  await screen.getByLabelText('Email').click()
  // A call of an earlier page may still arrive.
  await expect.poll(() => get.mock.settledResults.length).toBeGreaterThan(0)
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(button.element().getBoundingClientRect().top).toBe(top)
  await screen.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.element(screen.getByText('The passkey did not work. Please try again.')).toBeVisible()
})

test('an admin signs in with a user name, and comes to the dashboard', async () => {
  const response = { access_token: 't', admin: user, memberships: one('Admin'), role: 'Admin' }
  const { screen, sent } = await open('/admin', { [login('admin')]: ok(response) })
  await typeCredentials(screen, 'Username or email', 'ada')
  await screen.getByRole('button', { name: 'Login' }).click()
  await expect.poll(() => currentSession()?.role).toBe('Admin')
  expect(sent.find(({ call }) => call === login('admin'))?.body).toEqual({
    username: 'ada',
    password: 'Portal-pass-1!',
  })
})

test.each([
  [refused(400, 'Failed to authenticate. Check credentials.'), 'Failed to authenticate. Check credentials.'],
  [refused(429, 'Too many tries. Please wait 15 minutes.'), 'Too many tries. Please wait 15 minutes.'],
  [refused(500, 'Internal'), 'Error while authenticating the user. Please try again.'],
  ['no network', 'Error while authenticating the user. Please try again.'],
] as const)('a sign-in that fails says why, and keeps what was typed: %#', async (answer, sentence) => {
  const { screen } = await open('/physicians', {
    [login('operator')]: () => (answer === 'no network' ? answer : [answer[0], answer[1]]),
  })
  await typeCredentials(screen)
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org')
  expect(currentSession()).toBeNull()
})

test('an empty form is not sent', async () => {
  const { screen, sent } = await open('/physicians')
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeInvalid()
  expect(sent.some(({ call }) => call === login('operator'))).toBe(false)
})

test.each([
  ['/patients', '/patient/reset-password'],
  ['/physicians', '/operator/reset-password'],
  ['/admin', '/operator/reset-password'],
])('from %s a forgotten password leads to %s', async (at, href) => {
  const { screen } = await open(at)
  await expectLink(screen, 'Forgot your password?', href)
})

test('who typed an address, looked at the registration and came back finds it again', async () => {
  const { screen } = await open('/patients')
  await screen.getByRole('textbox', { name: 'Email' }).fill('ada@example.org')
  await screen.getByText('Register', { exact: true }).click()
  await screen.getByRole('textbox', { name: 'Email' }).fill('ada@work.example')
  await screen.getByText('Sign in', { exact: true }).first().click()
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.org')
  await screen.getByText('Register', { exact: true }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@work.example')
})

test('somebody whose second step is still missing is led to it, and greeted by no name', async () => {
  signIn('Nurse', { second_factor: 'verify' })
  const { screen } = await open('/physicians', {})
  await expect.element(screen.getByRole('heading', { name: 'Almost signed in' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Finish signing in' })).toBeVisible()
})

test('a caregiver is named by their own account, not by that of the patient', async () => {
  signIn('Patient', { acting: actingIn('visits') })
  const { screen } = await open('/patients', {})
  await expect.element(screen.getByRole('heading', { name: 'Hello, Maria' })).toBeVisible()
  await expect.element(screen.getByText('You are signed in as maria@example.org.')).toBeVisible()
})

test.each<[string, Role, string, string]>([
  ['/patients', 'Patient', 'Go to your profile', '/profile'],
  ['/physicians', 'Nurse', 'Go to your patients', '/operatorPatientlist'],
])('at %s somebody who is signed in goes on instead, or leaves', async (at, role, name, href) => {
  signIn(role)
  const { screen } = await open(at, { 'POST /patient/logout/': ok(), 'POST /operator/logout/': ok() })
  await expect.element(screen.getByText('You are signed in as amara@example.org.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  await expect.element(screen.getByLabelText('Password')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Use another account' }).click()
  await expect.poll(currentSession).toBeNull()
})

const change = 'POST /common/api/switch_project/'

test('after a password somebody of several projects chooses one; the present one needs no call', async () => {
  signIn('Nurse')
  const { screen, sent, address } = await open('/choose-project')
  await expect
    .element(screen.getByText('You have accounts at several clinics or studies.', { exact: false }))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Northside as Nurse' }).click()
  await expect.poll(address).toBe('/operatorPatientlist')
  expect(sent.some(({ call }) => call === change)).toBe(false)
  expect(currentSession()?.project).toBe(north)
})

test('while a project is chosen the page has the name of its entrance; afterwards that of the project', async () => {
  signIn('Nurse')
  serve({
    'GET /common/api/config/': ({ headers }) =>
      ok({ ...config, project_name: headers.get('project') === north ? 'Northside' : 'Lumen Neuro' }),
  })
  const { screen } = await showRoutes(
    [
      { path: '/choose-project', Component: ChooseProjectPage },
      { path: '*', element: <PageTitle title="Patients" /> },
    ],
    { at: '/choose-project' },
  )
  await expect.poll(() => document.title).toBe('Which clinic or study? · Lumen Neuro')
  await screen.getByRole('button', { name: 'Northside as Nurse' }).click()
  await expect.poll(() => document.title).toBe('Patients · Northside')
})

test('another project is opened with a token of its own', async () => {
  signIn('Nurse')
  const { screen, sent } = await open('/choose-project', {
    [change]: ok({ access_token: 'second', project: south, role: 'Nurse', user_object: user }),
  })
  await screen.getByRole('button', { name: 'Lakeview as Nurse' }).click()
  await expect.poll(() => currentSession()?.project).toBe(south)
  expect(sent.find(({ call }) => call === change)?.body).toEqual({ project: south })
})

test.each([
  [refused(500), 'The clinic or study could not be opened. Please try again.'],
  [
    refused(409, 'Please sign in again to open this clinic or study.', { code: 'sign_in_again' }),
    'Please sign in again to open this clinic or study.',
  ],
] as const)('a project that cannot be opened says why, and the choice stays: %#', async (answer, sentence) => {
  signIn('Nurse')
  const { screen } = await open('/choose-project', { [change]: () => [answer[0], answer[1]] })
  await screen.getByRole('button', { name: 'Lakeview as Nurse' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByRole('button', { name: 'Lakeview as Nurse' })).toBeEnabled()
})

test('without a session there is no project to choose', async () => {
  const { screen } = await open('/choose-project')
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
})
