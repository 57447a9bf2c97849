import { beforeEach, expect, test } from 'vitest'
import { passToken } from '../../platform/sign-in/identity.ts'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { config, ok, refused, serve } from '../../testing/serve.ts'
import { north, show, showRoutes, signIn, signOut, userOf } from '../../testing/show.tsx'
import { AddPatient } from './AddPatient.tsx'
import { AddProvider } from './AddProvider.tsx'
import { InvitePage } from './InvitePage.tsx'
import { RegisterOperatorPage } from './RegisterOperatorPage.tsx'

type Answers = Parameters<typeof serve>[0]
const physicians = 'GET /operator/get_all_physicians/'
const invitePatient = 'POST /operator/send_invitation_email/'
const inviteProvider = 'POST /admin/invite_and_create_operator/'
const none: Answers = { [physicians]: () => [200, { operators: [] }] }

beforeEach(signOut)

const addPatient = async (answers: Answers) => {
  signIn('Nurse')
  const sent = serve({ ...none, ...answers })
  const { screen } = await show(<AddPatient />)
  await screen.getByRole('button', { name: 'Add Patient' }).click()
  return { screen, sent, form: screen.getByRole('form', { name: 'Add Patient' }) }
}
type Form = Awaited<ReturnType<typeof addPatient>>['form']
const fill = async (form: Form, firstName = 'Mia', lastName = 'O’Hara', email = 'mia@mail.example') => {
  await form.getByRole('textbox', { name: 'First Name' }).fill(firstName)
  await form.getByRole('textbox', { name: 'Last Name' }).fill(lastName)
  await form.getByRole('textbox', { name: 'Email Address' }).fill(email)
}
const send = (form: Form) => form.getByRole('button', { name: 'Send invitation' }).click()

test.each([
  [500, 'Failed to fetch physicians. Status: 500'],
  ['no network', 'An error occurred while fetching the physicians. Please try again.'],
] as const)(
  'physicians that cannot be fetched (%s) are told, and the form can still be sent',
  async (failure, sentence) => {
    const { screen, form } = await addPatient({
      [physicians]: () => (failure === 'no network' ? failure : refused(failure)),
      [invitePatient]: () => [200, { message: 'ok', patient_id: 'P-1' }],
    })
    const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
    await expect.element(snap.getByText(sentence)).toBeVisible()
    await snap.getByRole('button', { name: 'Ok', exact: true }).click()
    await fill(form)
    await send(form)
    await expect.element(screen.getByText('Sent invitation email to patient successfully!')).toBeVisible()
  },
)

test.each([
  [500, 'Failed to add patient. Status: 500'],
  ['no network', 'An error occurred while sending the invitation. Please try again.'],
] as const)('an invitation of a patient that fails (%s) keeps what was typed', async (failure, sentence) => {
  const { screen, form } = await addPatient({
    [invitePatient]: () => (failure === 'no network' ? failure : refused(failure)),
  })
  await fill(form)
  await send(form)
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText(sentence)).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(form.getByRole('textbox', { name: 'Last Name' })).toHaveValue('O’Hara')
})

test('names of a patient have letters only, and the address has to be one', async () => {
  const { sent, form } = await addPatient({})
  await fill(form, 'Mia2', 'O_Hara', 'mia@')
  await send(form)
  for (const sentence of [
    'First name must contain only letters',
    'Last name must contain only letters',
    'Invalid email format',
  ])
    await expect.element(form.getByText(sentence, { exact: true }).first()).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: 'First Name' })).toHaveFocus()
  expect(sent.map(({ call }) => call)).not.toContain(invitePatient)
})

test.each([
  [500, 'Failed to invite provider. Status: 500'],
  ['no network', 'An error occurred while sending the invitation. Please try again.'],
] as const)('an invitation of a provider that fails (%s) keeps what was typed', async (failure, sentence) => {
  signIn('Admin')
  serve({ [inviteProvider]: () => (failure === 'no network' ? failure : refused(failure)) })
  const { screen } = await show(<AddProvider />)
  await screen.getByRole('button', { name: 'Add Provider' }).click()
  const form = screen.getByRole('form', { name: 'Add Provider' })
  await fill(form)
  await form.getByRole('combobox', { name: 'Role' }).click()
  await screen.getByRole('option', { name: 'Nurse' }).click()
  await send(form)
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText(sentence)).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(form.getByRole('textbox', { name: 'Email Address' })).toHaveValue('mia@mail.example')
})

const invite = { audience: 'operator', role: 'Nurse', email: 'mia@clinic.example', project_name: 'Lumen Neuro' }
const known: Answers = { 'POST /common/api/check_invite/': () => [200, invite] }
const register = 'POST /admin/create_operator/abc/'

test('the form knows the name that the admin typed, which can be changed', async () => {
  serve({ 'POST /common/api/check_invite/': ok({ ...invite, first_name: 'Mia', last_name: 'Moon' }) })
  const { screen } = await showRoutes([{ path: '/register-operator/:token', Component: RegisterOperatorPage }], {
    at: '/register-operator/abc',
  })
  await expect.element(screen.getByRole('textbox', { name: 'First Name' })).toHaveValue('Mia')
  await screen.getByRole('textbox', { name: 'Last Name' }).fill('Sun')
  await expect.element(screen.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Sun')
})

test.each([
  [500, 'Failed to add operator. Status: 500'],
  ['no network', 'An unexpected error occurred.'],
] as const)('a registration of a provider that fails (%s) keeps what was typed', async (failure, sentence) => {
  serve({ ...known, [register]: () => (failure === 'no network' ? failure : refused(failure)) })
  const { screen } = await showRoutes([{ path: '/register-operator/:token', Component: RegisterOperatorPage }], {
    at: '/register-operator/abc',
  })
  await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled()
  await screen.getByRole('textbox', { name: 'First Name' }).fill('Mia')
  await screen.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
  await screen
    .getByLabelText(/^Password/)
    .first()
    .fill('Lantern-fish-7!')
  await screen.getByLabelText(/^Confirm Password/).fill('Lantern-fish-7!')
  await expect.element(screen.getByText('Passwords match')).toBeVisible()
  await screen.getByRole('button', { name: 'Register' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText(sentence)).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByRole('textbox', { name: 'First Name' })).toHaveValue('Mia')
})

test('the button of the sign-up waits for the tick', async () => {
  serve(known)
  const { screen } = await showRoutes([{ path: '/provider/invite/:token', Component: InvitePage }], {
    at: '/provider/invite/abc',
  })
  await expect.element(screen.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  const signUp = screen.getByRole('button', { name: 'Sign Up with Google' })
  await expect.element(signUp).toBeDisabled()
  await screen.getByRole('checkbox', { name: /^I have read and agree to the Terms and Conditions/ }).click()
  await expect.element(signUp).toBeEnabled()
})

test('without an identity provider the invitation asks for a password, and offers nothing else', async () => {
  serve({ ...known, 'GET /common/api/config/': () => [200, { ...config, identity: { kind: 'password' } }] })
  const { screen } = await showRoutes([{ path: '/provider/invite/:token', Component: InvitePage }], {
    at: '/provider/invite/abc',
  })
  await expect.element(screen.getByRole('list', { name: 'Three steps' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Choose a password', exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Sign/ }).elements()).toEqual([])
})

test('an invitation that cannot be looked up says so, and can be tried again', async () => {
  let broken = true
  serve({ 'POST /common/api/check_invite/': () => (broken ? refused(500) : [200, invite]) })
  const { screen } = await showRoutes([{ path: '/provider/invite/:token', Component: InvitePage }], {
    at: '/provider/invite/abc',
  })
  await expect.element(screen.getByText('Authentication or profile fetch failed. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Lumen Neuro invites you to its portal as Nurse.')).toBeVisible()
})

const verify = 'POST /common/api/verify/'
/** Back from the identity provider, with its token. */
const signUp = (answers: Answers) => {
  passToken('identity-token', '/provider/invite/abc')
  const sent = serve({ ...known, ...answers })
  const routes = [
    { path: '/provider/invite/:token', Component: InvitePage },
    { path: '*', element: <p>elsewhere</p> },
  ]
  return showRoutes(routes, { at: '/provider/invite/abc' }).then((shown) => ({ ...shown, sent }))
}

test('a sign-up that fails says so, and can be tried again after another tick', async () => {
  const { screen } = await signUp({ [verify]: () => refused(500) })
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Authentication or profile fetch failed. Please try again.')
  await expect.element(screen.getByRole('button', { name: 'Sign Up with Google' })).toBeDisabled()
  await screen.getByRole('checkbox').click()
  await expect.element(screen.getByRole('button', { name: 'Sign Up with Google' })).toBeEnabled()
  expect(await hitsInEveryLook()).toEqual([])
})

test('the three calls of a sign-up follow each other, and the user object goes along', async () => {
  const user = { ...userOf('Nurse'), first_name: 'Omar', last_name: 'Haddad', email: 'mia@clinic.example' }
  const memberships = [{ project: north, project_name: 'Lumen Neuro', role: 'Nurse' }]
  const authenticate = 'POST /operator/api/authenticate/'
  const registerProvider = 'POST /operator/register_provider_google/'
  const { sent, router } = await signUp({
    [verify]: () => [200, { project: north, role: 'Nurse', memberships }],
    [authenticate]: () => [200, { access_token: 'new', operator: user, memberships, role: 'Nurse' }],
    [registerProvider]: () => [200, user],
  })
  await expect.poll(() => router.state.location.pathname).toBe('/')
  expect(router.state.location.state).toEqual({ user })
  const steps = sent.filter(({ call }) => !call.includes('check_invite'))
  expect(steps.map(({ call }) => call)).toEqual([verify, authenticate, registerProvider])
  expect(steps[0]?.body).toEqual({ token: 'identity-token', invite_token: 'abc' })
  expect(steps[2]?.headers.get('authorization')).toBe('Bearer new')
  expect(sessionStorage.getItem('operator_token')).toBe('new')
})

test.each([
  ['invite_expired', 'This invitation has expired. It was valid for 7 days.'],
  ['invite_used', 'This invitation has already been used.'],
])('%s explains itself and offers a way on', async (code, error) => {
  serve({ 'POST /common/api/check_invite/': () => [400, { error, code, detail: error, request_id: 'test' }] })
  const { screen } = await showRoutes([{ path: '/invite/:token', Component: InvitePage }], { at: '/invite/abc' })
  await expect.element(screen.getByRole('alert')).toHaveTextContent(error)
  await expectLink(screen, 'Go to sign in', '/patients')
  await expectLink(screen, 'Contact us', '/ContactUsLanding')
})
