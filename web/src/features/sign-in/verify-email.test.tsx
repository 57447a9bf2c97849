import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { memberships, north, showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { VerifyEmailPage } from './VerifyEmailPage.tsx'

afterEach(async () => {
  signOut()
  await page.viewport(1280, 800)
})

const path = 'POST /patient/verify_email/abcdefghijklmnopqrstuv/'
const thanks = 'Thank you. Your email address is confirmed.'
type Sent = { password?: string; consent?: true }
const done: Served = [200, { message: thanks, already: false }]
const needed: Served = refused(400, 'Please enter your password to confirm your email address.', {
  code: 'password_needed',
})
const open = async (answer: (body: Sent) => Served, more: ServedCalls = {}) => {
  const sent = serve({ [path]: ({ body }) => answer(body as Sent), ...more })
  const { screen, address } = await showRoutes(
    [
      { path: '/patient/verify-email/:token', Component: VerifyEmailPage },
      { path: '*', element: <h1>Another page</h1> },
    ],
    { at: '/patient/verify-email/abcdefghijklmnopqrstuv', strict: true },
  )
  const link = (name: string) => screen.getByRole('link', { name })
  return { screen, sent, address, link }
}

test('the link is posted by itself, once although the page is mounted twice, and leads to the sign-in', async () => {
  const { screen, sent, link } = await open(() => done)
  await expect.element(screen.getByRole('status')).toHaveTextContent(thanks)
  await expect.element(link('Go to sign in')).toHaveFocus()
  expect(sent).toMatchObject([{ call: path, body: {} }])
  expect(await axeHits()).toEqual([])
})

test('a second click is told that the address is confirmed already', async () => {
  const { screen } = await open(() => [200, { message: 'Your email address is already confirmed.', already: true }])
  await expect.element(screen.getByRole('status')).toHaveTextContent('Your email address is already confirmed.')
})

test('the session of the registration goes along, and is a patient’s afterwards', async () => {
  signIn('Patient', { email_verified: false })
  const user_object = { ...currentSession()!.user, patient_id: 'P-9' }
  const me = { user_object, role: 'Patient', project: north, memberships: memberships('Patient'), email_verified: true }
  const { sent, address, link } = await open(() => done, { 'GET /common/api/get_user/': () => [200, me] })
  await link('Go to your profile').click()
  expect(address()).toBe('/profile')
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer first')
  expect(currentSession()).toMatchObject({ emailVerified: true, user: { patient_id: 'P-9' } })
})

test('who is signed in is asked before their account is used in another project', async () => {
  signIn('Patient')
  const question =
    'Someone, probably you, registered at East with your email address. Do you want to use your account at East, too?'
  const { screen, sent, link, address } = await open(({ consent }) =>
    consent ? done : refused(400, question, { code: 'consent_needed' }),
  )
  await expect.element(screen.getByText(question)).toBeVisible()
  await expect.element(link('No')).toHaveAttribute('href', '/')
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Yes, use my account' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent(thanks)
  expect(sent.filter(({ call }) => call === path).map(({ body }) => body)).toEqual([{}, { consent: true }])
  expect(address()).toMatch(/verify-email/)
})

test('an unknown browser asks for the password; a wrong one is told beside the field and stays', async () => {
  const wrong = 'This password is not correct. Please try again.'
  const { screen, sent, link } = await open(({ password }) => {
    if (!password) return needed
    return password === 'Lantern-fish-7!' ? done : refused(400, wrong, { fields: { password: wrong } })
  })
  await expect.element(screen.getByRole('heading', { name: 'Enter your password to confirm' })).toBeVisible()
  await expect.element(screen.getByText(/on another device or in another browser/)).toHaveFocus()
  await expect.element(screen.getByText(/at another clinic/)).toBeVisible()
  await expect.element(screen.getByText(/Just close this page. Nothing will change/)).toBeVisible()
  expect(await axeHits()).toEqual([])

  const field = screen.getByLabelText('Password', { exact: true })
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByText('Please enter your password')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('Wrong-fish-7!{Enter}')
  await expect.element(screen.getByText(wrong)).toBeVisible()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Wrong-fish-7!')
  expect(await axeHits()).toEqual([])

  await field.fill('Lantern-fish-7!')
  await screen.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect.element(screen.getByText(thanks)).toBeVisible()
  await expect.element(link('Go to sign in')).toHaveFocus()
  expect(sent.map(({ body }) => body)).toEqual([{}, { password: 'Wrong-fish-7!' }, { password: 'Lantern-fish-7!' }])
})

test.each<[string, Served, string]>([
  ['no network', 'no network', 'An unexpected error occurred'],
  ['a failure', refused(500), 'An unexpected error occurred'],
  ['too many tries', refused(429, 'Too many requests.'), 'Too many requests.'],
])('after %s the password is still there to be sent again', async (_, answer, sentence) => {
  const { screen } = await open(({ password }) => (password ? answer : needed))
  const field = screen.getByLabelText('Password', { exact: true })
  await field.fill('Lantern-fish-7!')
  await screen.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(field).toHaveValue('Lantern-fish-7!')
})

test('who forgot the password is led to another registration', async () => {
  const { link, address } = await open(() => needed)
  await link('Forgot the password? Register again with a new one').click()
  expect(address()).toBe('/patients')
})

test.each([
  ['expired', 'link_expired', 'This link has expired. Please ask for a new one.'],
  ['unknown', 'link_unknown', 'This link is not valid. Please ask for a new one.'],
  ['replaced', 'link_replaced', 'A newer link was sent. Please open the latest email.'],
])('a link that is %s says so and shows the ways to a new one', async (_, code, sentence) => {
  await page.viewport(390, 800)
  const { screen, link } = await open(() => refused(400, sentence, { code }))
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByText(/^Sign in to get another email\. We delete a registration/)).toBeVisible()
  await expect.element(link('Go to sign in')).toHaveAttribute('href', '/patients')
  await expect.element(link('Register again')).toHaveAttribute('href', '/patients')
  expect(await axeHits()).toEqual([])
})

test('a link that expires while the password is typed says so', async () => {
  const expired = 'This link has expired. Please ask for a new one.'
  const { screen } = await open(({ password }) => (password ? refused(400, expired, { code: 'link_expired' }) : needed))
  await screen.getByLabelText('Password', { exact: true }).fill('Lantern-fish-7!')
  await screen.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(expired)
  await expect.element(screen.getByRole('link', { name: 'Register again' })).toBeVisible()
})

test('without network the link is tried again where it stands', async () => {
  let isDown = true
  const { screen } = await open(() => (isDown ? 'no network' : done))
  await expect.element(screen.getByRole('alert')).toHaveTextContent('An unexpected error occurred')
  isDown = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText(thanks)).toBeVisible()
})
