import { registrationHours } from '@fornix/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pageAreaOf } from '../clinic/shell/page-area.ts'
import { messages } from '../features/registration/messages.ts'
import { messages as platform } from '../platform/base/messages.ts'
import { currentSession } from '../platform/session/session-store.ts'
import { axeHits } from '../testing/axe.ts'
import { refused, serve } from '../testing/serve.ts'
import { memberships, north, showRoutes, signIn, signOut, userOf } from '../testing/show.tsx'
import { watchPages } from '../ui/shell/page-focus.ts'
import { routes } from './routes.tsx'

type Answers = Parameters<typeof serve>[0]
const whoami = 'GET /common/api/get_user/'
const resend = 'POST /common/api/resend_verification/'
const user_object = { ...userOf('Patient'), patient_id: '' }
const me = { role: 'Patient', project: north, memberships: memberships('Patient') }
const waiting = (): [number, unknown] => [200, { ...me, user_object, email_verified: false }]
const confirmed = (): [number, unknown] => [
  200,
  { ...me, user_object: { ...user_object, patient_id: 'P-9' }, email_verified: true },
]

const open = async (answers: Answers = {}, options: Parameters<typeof showRoutes>[1] = { at: '/contactUs' }) => {
  signIn('Patient', { email_verified: false })
  const sent = serve({ [whoami]: waiting, ...answers })
  const shown = await showRoutes(routes, options)
  await expect.element(shown.screen.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  return { ...shown, sent, press: (name: string) => shown.screen.getByRole('button', { name }).click() }
}
const goneOn = (screen: Awaited<ReturnType<typeof open>>['screen']) =>
  expect.element(screen.getByRole('heading', { name: 'Contact us' }))

beforeEach(signOut)
afterEach(() => page.viewport(1280, 800))

test.each([
  '/profile',
  '/patient/appointment',
  '/patient/uploadfile',
  '/files',
  '/scan',
  '/authForm',
  '/account',
  '/accessLog',
  '/mrSafety',
  '/survey',
  '/contactUs',
  '/aboutuspage',
  '/403',
  '/operatorPatientlist',
])('at %s a registration sees only how to confirm its address, and asks the server for nothing else', async (at) => {
  const { screen, sent } = await open({}, { at })
  await expect.element(screen.getByText(/We have sent an email to amara@example.org/)).toBeVisible()
  await expect.element(screen.getByText(`Your registration is kept for ${registrationHours} hours.`)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Open the demo mailbox/ })).toBeVisible()
  expect(screen.getByRole('navigation').elements()).toEqual([])
  expect(sent.filter(({ call }) => call !== whoami)).toEqual([])
})

test('the viewer, a document of its own, leads to that screen', async () => {
  signIn('Patient', { email_verified: false })
  serve({ [whoami]: waiting })
  const loader = routes[0]?.children?.find(({ path }) => path === '/viewer')?.loader
  if (typeof loader !== 'function') throw new Error('The viewer has no guard')
  const answer = await loader({ request: new Request(`${location.origin}/viewer?study=1.2`), params: {} } as never)
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/profile')
})

test('the email is sent again, and the answer stands beside the button', async () => {
  const { screen, press, sent } = await open({ [resend]: () => [200, { message: 'We have sent you the link again.' }] })
  await press('Send the email again')
  await expect.element(screen.getByText('We have sent you the link again.')).toBeVisible()
  await expect.element(screen.getByRole('status').filter({ hasText: 'again' })).toBeVisible()
  expect(sent.filter(({ call }) => call === resend)).toHaveLength(1)
})

test.each([
  ['too often', refused(429, 'Too many requests.'), 'Too many requests.'],
  ['a failure', refused(500, 'Broken'), 'The email could not be sent. Please try again.'],
  ['no network', 'no network', 'The email could not be sent. Please try again.'],
] as const)('after %s it says so, and can be sent again', async (_, answer, sentence) => {
  const { screen, press } = await open({ [resend]: () => answer as [number, unknown] })
  await press('Send the email again')
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByRole('button', { name: 'Send the email again' })).toBeEnabled()
})

test('I have confirmed goes on to the page behind, as the patient that the registration has become', async () => {
  let isConfirmed = false
  const { screen, press, router } = await open({ [whoami]: () => (isConfirmed ? confirmed() : waiting()) })
  watchPages(router, pageAreaOf)
  await press('I have confirmed')
  await expect.element(screen.getByRole('alert')).toHaveTextContent(messages.confirm.notYet)
  isConfirmed = true
  await press('I have confirmed')
  await goneOn(screen).toHaveFocus()
  expect(currentSession()).toMatchObject({ emailVerified: true, user: { patient_id: 'P-9' } })
})

test('without network it says so and stays', async () => {
  const { screen, press } = await open({ [whoami]: () => 'no network' })
  await press('I have confirmed')
  await expect.element(screen.getByRole('alert')).toHaveTextContent(platform.failure.unreachable)
})

test.each([
  ['focus', () => window.dispatchEvent(new Event('focus'))],
  ['sight', () => document.dispatchEvent(new Event('visibilitychange'))],
] as const)('what was confirmed elsewhere is seen as soon as the window is back in %s', async (_, comeBack) => {
  let isConfirmed = false
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { screen, sent } = await open({
    [whoami]: async () => {
      await held
      return isConfirmed ? confirmed() : waiting()
    },
  })
  const before = sent.length
  const comeBackOnce = () => {
    comeBack()
    return sent.length
  }
  // The listener is set some time after the screen shows; while one request is pending, no other is sent.
  await expect.poll(comeBackOnce).toBe(before + 1)
  expect([comeBackOnce(), comeBackOnce()]).toEqual([before + 1, before + 1])
  answer()
  await expect.element(screen.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  isConfirmed = true
  await expect
    .poll(() => {
      comeBack()
      return currentSession()?.emailVerified
    })
    .toBe(true)
  await goneOn(screen).toBeVisible()
})

test('signing out leads to the entrance', async () => {
  const { press, address, sent } = await open()
  await press('Sign out')
  await expect.poll(address).toBe('/patients/')
  expect(currentSession()).toBeNull()
  await expect.poll(() => sent.at(-1)?.call).toBe('POST /patient/logout/')
})

test.each([
  ['light', 320],
  ['dark', 390],
  ['light', 1280],
] as const)('the screen has no accessibility faults and fits: %s, %i px', async (scheme, width) => {
  await page.viewport(width, 800)
  const { screen, press } = await open(
    { [resend]: () => refused(429, 'Too many requests. Please wait a moment and try again.') },
    { at: '/profile', scheme },
  )
  await press('I have confirmed')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  // One response at a time: the previous one would be about another button.
  await press('Send the email again')
  await expect.poll(() => screen.getByRole('alert').elements().length).toBe(1)
  expect(await axeHits()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
