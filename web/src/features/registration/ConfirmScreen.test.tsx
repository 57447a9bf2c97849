import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../platform/session/session.tsx'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { memberships, north, show, signIn, signOut, userOf } from '../../testing/show.tsx'
import { ConfirmScreen } from './ConfirmScreen.tsx'

const again = 'POST /common/api/resend_verification/'
const look = 'GET /common/api/get_user/'
const user = userOf('Patient')
const me = (email_verified: boolean) =>
  ok({ user_object: user, role: 'Patient', project: north, memberships: memberships('Patient'), email_verified })

const Waiting = () => {
  const session = useSession()
  if (!session) return <h1>Signed out</h1>
  return session.emailVerified ? <h1>My profile</h1> : <ConfirmScreen session={session} />
}

beforeEach(signOut)

const render = async (answers: ServedCalls = {}) => {
  signIn('Patient', { email_verified: false })
  const sent = serve(answers)
  const { screen } = await show(<Waiting />)
  return { screen, sent }
}

test('who registered reads where the mail went, and how long there is time', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Confirm your email address' })).toBeVisible()
  await expect.element(screen.getByText('amara@example.org')).toBeVisible()
  await expect.element(screen.getByText('Your registration is kept for 72 hours.')).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test.each<[string, Served, string, 'status' | 'alert']>([
  ['that is sent', ok({ message: 'We have sent the email again.' }), 'We have sent the email again.', 'status'],
  ['asked for too often', refused(429, 'Please wait a minute.'), 'Please wait a minute.', 'alert'],
  ['that fails', refused(500, 'Internal'), 'The email could not be sent. Please try again.', 'alert'],
  ['without a network', 'no network', 'The email could not be sent. Please try again.', 'alert'],
])('a mail %s is told', async (_, answer, sentence, role) => {
  const { screen } = await render({ [again]: () => answer })
  await screen.getByRole('button', { name: 'Send the email again' }).click()
  await expect.element(screen.getByRole(role).getByText(sentence)).toBeVisible()
})

test('what was said of the mail goes away when the address is looked at again', async () => {
  const { screen } = await render({ [again]: refused(500), [look]: me(false) })
  await screen.getByRole('button', { name: 'Send the email again' }).click()
  await expect.element(screen.getByText('The email could not be sent. Please try again.')).toBeVisible()
  await screen.getByRole('button', { name: 'I have confirmed' }).click()
  await expect.element(screen.getByText('The email could not be sent. Please try again.')).not.toBeInTheDocument()
})

test('who registered by mistake signs out', async () => {
  const { screen } = await render({ 'POST /patient/logout/': ok() })
  await screen.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(currentSession).toBeNull()
})

test('“I have confirmed” before the link was opened says what is to be done first', async () => {
  const { screen } = await render({ [look]: me(false) })
  await screen.getByRole('button', { name: 'I have confirmed' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Your address is not confirmed yet. Open the link in the email first, then try again.')
})

test('after the link was opened the button makes room for the page behind it', async () => {
  const { screen } = await render({ [look]: me(true) })
  await screen.getByRole('button', { name: 'I have confirmed' }).click()
  await expect.element(screen.getByRole('heading', { name: 'My profile' })).toBeVisible()
})

test('who opened the link in another tab need not press anything on coming back', async () => {
  let isConfirmed = false
  const { screen, sent } = await render({ [look]: () => me(isConfirmed) })
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => sent.filter(({ call }) => call === look)).toHaveLength(1)
  await expect.element(screen.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  isConfirmed = true
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('focus'))
      return currentSession()?.emailVerified
    })
    .toBe(true)
  await expect.element(screen.getByRole('heading', { name: 'My profile' })).toBeVisible()
})
