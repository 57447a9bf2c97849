import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { stopWaiting } from '../../platform/calls/waiting.ts'
import { currentSession } from '../../platform/session/session-store.ts'
import { passToken } from '../../platform/sign-in/identity.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { north, showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { InvitePage } from './InvitePage.tsx'
import { RegisterOperatorPage } from './RegisterOperatorPage.tsx'

const check = 'POST /common/api/check_invite/'
const accept = 'POST /patient/accept_invite/abc/'
const register = 'POST /admin/create_operator/abc/'
const mia = { audience: 'patient', role: 'Patient', email: 'mia@mail.example', project_name: 'Lumen Neuro' }
const nurse = { ...mia, audience: 'operator', role: 'Nurse' }
const user = {
  first_name: 'Mia',
  last_name: 'Moon',
  email: 'mia@mail.example',
  patient_id: 'P-9',
  physician_name: '',
  provider_id: '',
  mrn_number: '',
}
const memberships = [{ project: north, project_name: 'Lumen Neuro', role: 'Patient' }]
const routes = [
  { path: '/invite/:token', Component: InvitePage },
  { path: '/provider/invite/:token', Component: InvitePage },
  { path: '/register-operator/:token', Component: RegisterOperatorPage },
  { path: '*', element: <h1>Another page</h1> },
]

beforeEach(signOut)

const open = async (answers: ServedCalls, at = '/invite/abc') => {
  const sent = serve({ [check]: ok(mia), ...answers })
  return { sent, ...(await showRoutes(routes, { at })) }
}
type Screen = Awaited<ReturnType<typeof open>>['screen']
const typePasswords = async (screen: Screen, password: string, confirmation = password) => {
  await screen
    .getByLabelText(/^Password/)
    .first()
    .fill(password)
  await screen.getByLabelText(/^Confirm password/i).fill(confirmation)
}
const agree = (screen: Screen) => screen.getByRole('checkbox').click()
const byPassword = (screen: Screen) => screen.getByRole('button', { name: 'Sign Up with a password' })

test('a caregiver reads what they are asked to do, and until when, before taking it on', async () => {
  const grant = { patient_name: 'Ana Rivera', areas: ['visits', 'money'], until: '2026-05-31' }
  const { screen } = await open({ [check]: ok({ ...mia, ...grant }) })
  await expect.element(screen.getByText(/^You are invited to act for Ana Rivera in the portal of/)).toBeVisible()
  const areas = screen.getByRole('listitem')
  await expect.element(areas.filter({ hasText: 'Visits and forms' })).toBeVisible()
  await expect.element(areas.filter({ hasText: 'Reimbursement requests' })).toBeVisible()
  await expect.element(screen.getByText('Until May 31, 2026')).toBeVisible()
})

test('a patient signs up with a password and is signed in', async () => {
  const { screen, sent, address } = await open({
    [accept]: ok({ access_token: 'new', patient: user, memberships, project: north, email_verified: true }),
  })
  await expect.element(screen.getByText('Lumen Neuro invites you to its portal.')).toBeVisible()
  await expect.element(screen.getByText('You will sign in with mia@mail.example and this password.')).toBeVisible()
  await agree(screen)
  await typePasswords(screen, 'Lantern-fish-7!')
  await byPassword(screen).click()
  await expect.poll(address).toBe('/')
  expect(sent.find(({ call }) => call === accept)?.body).toEqual({ password: 'Lantern-fish-7!' })
  expect(currentSession()).toMatchObject({ role: 'Patient', user: { first_name: 'Mia' } })
})

test('the card stays until the home is there: the link, used by then, is not asked about again', async () => {
  const { promise, resolve } = Promise.withResolvers<null>()
  let isUsed = false
  const sent = serve({
    [check]: () => (isUsed ? refused(400, 'This invitation has already been used.', { code: 'invite_used' }) : ok(mia)),
    [accept]: () => {
      isUsed = true
      return ok({ access_token: 'new', patient: user, memberships, project: north, email_verified: true })
    },
  })
  const home = { path: '*', element: <h1>Another page</h1>, loader: () => promise }
  const { screen, address } = await showRoutes([{ path: '/invite/:token', Component: InvitePage }, home], {
    at: '/invite/abc',
  })
  await agree(screen)
  await typePasswords(screen, 'Lantern-fish-7!')
  await byPassword(screen).click()
  await expect.poll(currentSession).not.toBeNull()
  await expect.element(byPassword(screen)).toHaveAttribute('data-loading', 'true')
  await expect.element(screen.getByText(/^You are signed in as/)).not.toBeInTheDocument()
  resolve(null)
  await expect.poll(address).toBe('/')
  expect(sent.filter(({ call }) => call === check)).toHaveLength(1)
})

test('an answer that is lost may be a yes: the way to sign in stands at the button', async () => {
  const { screen } = await open({ [accept]: 'no network' })
  await agree(screen)
  await typePasswords(screen, 'Lantern-fish-7!')
  await byPassword(screen).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Your account may already be ready. Try to sign in.')
  await expectLink(screen, 'Try to sign in.', '/patients')
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('Lantern-fish-7!')
})

test('without the tick no way in is open, and the hint says why', async () => {
  const { screen } = await open({})
  await expect.element(byPassword(screen)).toBeDisabled()
  await expect.element(byPassword(screen)).toHaveAccessibleDescription('To continue, check the box above.')
  await agree(screen)
  await expect.element(byPassword(screen)).toBeEnabled()
  await expect.element(screen.getByText('Check the box to continue')).not.toBeInTheDocument()
})

test('two different passwords are refused before anything is sent', async () => {
  const { screen, sent } = await open({})
  await agree(screen)
  await typePasswords(screen, 'Lantern-fish-7!', 'Lantern-fish-8!')
  await byPassword(screen).click()
  await expect.element(screen.getByText('Passwords do not match').first()).toBeVisible()
  expect(sent.some(({ call }) => call === accept)).toBe(false)
})

test('what the server says of a password stands above it, and what was typed stays', async () => {
  const sentence = 'This password is in a list of stolen passwords.'
  const { screen } = await open({ [accept]: refused(400, sentence, { code: 'password' }) })
  await agree(screen)
  await typePasswords(screen, 'Lantern-fish-7!')
  await byPassword(screen).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('Lantern-fish-7!')
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
})

test('an invitation that ends while the password is typed says so, with a way on', async () => {
  const { screen } = await open({ [accept]: refused(400, 'This invitation has expired.', { code: 'invite_expired' }) })
  await agree(screen)
  await typePasswords(screen, 'Lantern-fish-7!')
  await byPassword(screen).click()
  await expect.element(screen.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This invitation has expired.')
})

test('who is signed in already reads that this ends', async () => {
  signIn('Patient')
  const { screen } = await open({})
  await expect
    .element(screen.getByText(/^You are signed in as amara@example.org\. Signing up here signs that account out/))
    .toBeVisible()
})

test.each([
  ['/invite/abc', nurse, '/provider/invite/abc'],
  ['/provider/invite/abc', mia, '/invite/abc'],
])('the link %s of somebody else’s entrance leads to the right one', async (at, invite, right) => {
  const { screen, address } = await open({ [check]: ok(invite) }, at)
  await expect.poll(address).toBe(right)
  await expect.element(screen.getByRole('heading', { name: 'Welcome' })).toBeVisible()
})

test('an invitation of a provider that is used up leads to the sign-in of providers', async () => {
  const used = refused(400, 'This invitation has already been used.', { code: 'invite_used' })
  const { screen } = await open({ [check]: used }, '/provider/invite/abc')
  await expectLink(screen, 'Go to sign in', '/physicians')
})

test('who belongs to the project already is told so after coming back from the identity provider', async () => {
  passToken('identity-token', '/invite/abc')
  const member = 'You belong to this project already. Please sign in.'
  const { screen } = await open({ 'POST /common/api/verify/': refused(400, member, { code: 'member' }) })
  await expect.element(screen.getByRole('alert')).toHaveTextContent(member)
  expect(currentSession()).toBeNull()
})

test('a login that exists is connected by its password before the sign-up goes on', async () => {
  passToken('identity-token', '/invite/abc')
  const known = 'This email address already has a password here.'
  const { screen } = await open({ 'POST /common/api/verify/': refused(400, known, { code: 'link_required' }) })
  await expect.element(screen.getByRole('heading', { name: 'Connect your sign-in' })).toBeVisible()
  await expect.element(screen.getByText(known)).toBeVisible()
  await expect.element(screen.getByLabelText('Password', { exact: true })).toBeVisible()
})

test('a provider registers with names and a password, and goes to the sign-in', async () => {
  const { screen, sent, address } = await open(
    { [check]: ok(nurse), [register]: [201, { message: 'ok' }] },
    '/register-operator/abc',
  )
  await expect
    .element(screen.getByText('Lumen Neuro invites you as Nurse. You will sign in with mia@mail.example.'))
    .toBeVisible()
  await screen.getByRole('textbox', { name: 'First Name' }).fill('Mia')
  await screen.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
  await typePasswords(screen, 'Lantern-fish-7!')
  await screen.getByRole('button', { name: 'Register' }).click()
  const added = screen.getByRole('dialog', { name: 'Operator added!' })
  await expect.element(added.getByText(/^The operator has been added successfully\./)).toBeVisible()
  expect(sent.find(({ call }) => call === register)?.body).toEqual({
    first_name: 'Mia',
    last_name: 'Moon',
    password: 'Lantern-fish-7!',
  })
  await added.getByRole('button', { name: 'Okay' }).click()
  await expect.poll(address).toBe('/physicians')
})

test('a registration that lacks all says each sentence, and the first field has the focus', async () => {
  const { screen, sent } = await open({ [check]: ok(nurse) }, '/register-operator/abc')
  await screen.getByRole('button', { name: 'Register' }).click()
  await expect.element(screen.getByText(/^Please correct \d fields$/)).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'First Name' })).toHaveFocus()
  expect(sent.some(({ call }) => call === register)).toBe(false)
})

test('a registration of a provider waits for the network, and goes off once by itself', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const { screen, sent } = await open(
    { [check]: ok(nurse), [register]: [201, { message: 'ok' }] },
    '/register-operator/abc',
  )
  const posted = () => sent.filter(({ call }) => call === register).length
  await screen.getByRole('textbox', { name: 'First Name' }).fill('Mia')
  await screen.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
  await typePasswords(screen, 'Lantern-fish-7!')
  const button = screen.getByRole('button', { name: 'Register' })
  onlineManager.setOnline(false)
  await button.click()
  await expect.element(button).toBeDisabled()
  stopWaiting()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Nothing was sent. Everything you typed is still here.')
  await expect.element(screen.getByRole('textbox', { name: 'First Name' })).toHaveValue('Mia')
  await button.click()
  await expect.element(button).toBeDisabled()
  expect(posted()).toBe(0)
  onlineManager.setOnline(true)
  await expect.element(screen.getByRole('dialog', { name: 'Operator added!' })).toBeVisible()
  expect(posted()).toBe(1)
})

test('what the server refuses of a registration stands at its field, and why in the dialog', async () => {
  const sentence = 'This password is in a list of stolen passwords.'
  const { screen } = await open(
    { [check]: ok(nurse), [register]: refused(400, sentence, { fields: { password: sentence } }) },
    '/register-operator/abc',
  )
  await screen.getByRole('textbox', { name: 'First Name' }).fill('Mia')
  await screen.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
  await typePasswords(screen, 'Lantern-fish-7!')
  await screen.getByRole('button', { name: 'Register' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText('Failed to add operator. Status: 400')).toBeVisible()
  await expect.element(snap.getByText(sentence)).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveAccessibleDescription(sentence)
})

test.each([
  ['/register-operator/abc', { ...nurse, long_password: true }, 'Register', register],
  ['/invite/abc', { ...mia, long_password: true }, 'Sign Up with a password', accept],
])('at %s a new password that is to be long is asked for before anything is sent', async (at, invite, button, call) => {
  const { screen, sent } = await open({ [check]: ok(invite), [call]: [201, { message: 'ok' }] }, at)
  await typePasswords(screen, 'Lantern-fish7!')
  const rules = screen.getByRole('list', { name: 'Your password needs' }).getByRole('listitem')
  await expect.element(rules.first()).toHaveTextContent('At least 15 characters: not met yet')
  await expect.element(screen.getByText('4 of 5 password rules are met')).toBeInTheDocument()
  if (call === accept) await agree(screen)
  if (call === register) {
    await screen.getByRole('textbox', { name: 'First Name' }).fill('Mia')
    await screen.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
  }
  await screen.getByRole('button', { name: button }).click()
  const field = screen.getByLabelText('Password', { exact: true })
  await expect.element(field).toHaveAccessibleDescription('Please use at least 15 characters.')
  expect(sent.some((one) => one.call === call)).toBe(false)
  await typePasswords(screen, 'Lantern-fish-7!')
  await expect.element(rules.first()).toHaveTextContent('At least 15 characters: met')
  await expect.element(screen.getByText('5 of 5 password rules are met')).toBeInTheDocument()
})

test('who has a login already connects it by its password, which waits for the network too', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  passToken('identity-token', '/register-operator/abc')
  const link = 'POST /common/api/link_identity/'
  let isLinked = false
  const { screen, sent } = await open(
    {
      [check]: ok(nurse),
      [link]: () => {
        isLinked = true
        return ok({ message: 'ok' })
      },
      'POST /admin/api/authenticate/abc/': () =>
        isLinked ? [201, { message: 'ok' }] : refused(400, 'Known.', { code: 'link_required' }),
    },
    '/register-operator/abc',
  )
  const password = screen.getByLabelText('Password', { exact: true })
  await password.fill('Lantern-fish-7!')
  onlineManager.setOnline(false)
  const button = screen.getByRole('button', { name: 'Connect and sign in' })
  await button.click()
  await expect.element(button).toBeDisabled()
  expect(sent.some(({ call }) => call === link)).toBe(false)
  onlineManager.setOnline(true)
  await expect.element(screen.getByRole('dialog', { name: 'Operator added!' })).toBeVisible()
})
