import { submitFeedback } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { send } from '../../platform/calls/api.ts'
import { stopWaiting } from '../../platform/calls/waiting.ts'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { actingIn, showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { LateGuard } from '../../ui/dialog/VisitorGuard.tsx'
import { ContactPage } from './ContactPage.tsx'
import { PublicContactPage } from './PublicContactPage.tsx'

const call = 'POST /operator/send_contactus/'
const routes = [
  { path: '/contactUs', element: <ContactPage /> },
  { path: '/ContactUsLanding', element: <PublicContactPage /> },
  { path: '*', element: <p>elsewhere</p> },
]
beforeAll(() => LateGuard.preload())
beforeEach(signOut)
afterEach(() => onlineManager.setOnline(true))

const member = async (role: 'Patient' | 'Nurse' = 'Patient') => {
  signIn(role)
  return showRoutes(routes, { at: '/contactUs' })
}
const visitor = () => showRoutes(routes, { at: '/ContactUsLanding' })
type Shown = Awaited<ReturnType<typeof visitor>>['screen']
const type = async (screen: Shown, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await screen.getByLabelText(label).fill(text)
}
const message = { Subject: 'Parking', 'How can we help?': 'Where may I park?' }
const everything = { 'First name': 'Vic', 'Last name': 'Tor', Email: 'vic@visitors.example', ...message }
const press = (screen: Shown, name: string) => screen.getByRole('button', { name, exact: true }).click()

test('a member sees name and email as text, sends, is thanked, and finds an empty form', async () => {
  const sent = serve({ [call]: () => [200, { message: 'ok' }] })
  const { screen } = await member()
  await expect.element(screen.getByText('amara@example.org')).toBeVisible()
  expect(screen.getByLabelText('First name').query()).toBeNull()
  await type(screen, message)
  await press(screen, 'Send')
  const dialog = screen.getByRole('dialog', { name: 'Thank You!' })
  await expect
    .element(
      dialog.getByText('Your message has been sent successfully. We will review your request soon.', { exact: true }),
    )
    .toBeVisible()
  await press(screen, 'Okay')
  await expect.element(screen.getByLabelText('Subject')).toHaveValue('')
  // The focused field was left on the way: it is empty because everything was sent.
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('alert').query()).toBeNull()
  expect(document.querySelector('[aria-invalid=true]')).toBeNull()
  const asked = sent.find((one) => one.call === call)
  expect(asked?.headers.get('authorization')).toBe('Bearer first')
  expect(asked?.body).toMatchObject({ subject: 'Parking', helpMessage: 'Where may I park?' })
})

test('a visitor’s message goes without a token', async () => {
  const sent = serve({ [call]: () => [200, { message: 'ok' }] })
  const { screen } = await visitor()
  await type(screen, everything)
  await press(screen, 'Send')
  await expect.element(screen.getByRole('dialog', { name: 'Thank You!' })).toBeVisible()
  expect(sent.at(-1)?.headers.get('authorization')).toBeNull()
  expect(sent.at(-1)?.body).toMatchObject({ firstName: 'Vic', lastName: 'Tor', email: 'vic@visitors.example' })
})

test.each([
  [503, 'Failed to add patient. Status: 503'],
  ['no network', 'An error occurred while sending the invitation. Please try again.'],
] as const)('for a member, %s reads “%s” and what was typed stays', async (failure, sentence) => {
  serve({ [call]: () => (failure === 'no network' ? failure : refused(failure)) })
  const { screen } = await member()
  await type(screen, message)
  await press(screen, 'Send')
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText(sentence, { exact: true })).toBeVisible()
  await press(screen, 'Okay')
  await expect.element(screen.getByLabelText('How can we help?')).toHaveValue('Where may I park?')
})

test('what was resumed and sent again after a lost response is no second request, whatever else was changed meanwhile', async () => {
  let draft: object | null = null
  const saved_at = '2026-11-21T20:42:07Z'
  const form = '/common/api/draft/contact/'
  const sent = serve({
    [call]: 'no network',
    'POST /operator/submit_feedback/': ok(),
    [`GET ${form}`]: () => ok({ draft }),
    [`POST ${form}`]: ({ body }) => {
      draft = { values: body?.['values'], saved_at }
      return ok({ saved_at })
    },
  })
  const keys = () => sent.flatMap((one) => (one.call === call ? [one.headers.get('idempotency-key')] : []))
  const first = await member('Nurse')
  await type(first.screen, message)
  await press(first.screen, 'Send')
  await press(first.screen, 'Okay')
  await first.screen.unmount()
  await expect.poll(() => draft).not.toBeNull()
  await send(submitFeedback, {
    body: { feedback_type: 'Performance', feedback_comments: 'Fast.', experience: 'happy' },
  })
  const { screen } = await member('Nurse')
  await press(screen, 'Continue editing')
  await press(screen, 'Send')
  await expect.element(screen.getByRole('dialog', { name: 'Oh Snap!' })).toBeVisible()
  expect(keys().length).toBeGreaterThan(2)
  expect(new Set(keys()).size).toBe(1)
})

test.each([
  [429, 'Failed to send contact us info. Status: 429'],
  ['no network', 'An error occurred while sending contact us info. Please try again.'],
] as const)('for a visitor, %s reads “%s”', async (failure, sentence) => {
  serve({ [call]: () => (failure === 'no network' ? failure : refused(failure)) })
  const { screen } = await visitor()
  await type(screen, everything)
  await press(screen, 'Send')
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText(sentence, { exact: true })).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
})

test('who stops waiting for the connection is told beside the form, and not in a dialog', async () => {
  const sent = serve({ [call]: () => [200, { message: 'ok' }] })
  const { screen } = await member()
  await type(screen, message)
  onlineManager.setOnline(false)
  await press(screen, 'Send')
  await expect.element(screen.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  stopWaiting()
  await expect.element(screen.getByText('Nothing was sent. Everything you typed is still here.')).toBeVisible()
  expect(screen.getByRole('dialog').query()).toBeNull()
  await expect.element(screen.getByLabelText('Subject')).toHaveValue('Parking')
  expect(sent.filter((one) => one.call === call)).toEqual([])
})

test('a caregiver is answered at their own address, not at that of the patient', async () => {
  serve({})
  signIn('Patient', { acting: actingIn('files') })
  const { screen } = await showRoutes(routes, { at: '/contactUs' })
  await expect.element(screen.getByText('maria@example.org')).toBeVisible()
  await expect.element(screen.getByText('Maria', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('amara@example.org')).not.toBeInTheDocument()
})

test('an empty form is not sent: each field says why, and the first has the focus', async () => {
  const sent = serve({})
  const { screen } = await visitor()
  await press(screen, 'Send')
  for (const sentence of [
    'First name is required',
    'Last name is required',
    'Invalid email format',
    'Subject is required',
    'Message is required',
  ])
    await expect.element(screen.getByText(sentence, { exact: true }).last()).toBeVisible()
  await expect.element(screen.getByLabelText('First name')).toHaveFocus()
  expect(await hitsInEveryLook()).toEqual([])
  expect(sent).toEqual([])
})

test.each([
  ['Patient', '/profile'],
  ['Nurse', '/operatorPatientlist'],
] as const)('Cancel clears what a %s has typed, and with nothing typed goes to %s', async (role, back) => {
  serve({})
  const { screen, address } = await member(role)
  await type(screen, message)
  await press(screen, 'Cancel')
  await expect.element(screen.getByLabelText('Subject')).toHaveValue('')
  expect(address()).toBe('/contactUs')
  await press(screen, 'Cancel')
  await expect.poll(address).toBe(back)
})

test('Cancel with nothing typed takes a visitor to the company', async () => {
  serve({})
  const { screen, address } = await visitor()
  await press(screen, 'Cancel')
  await expect.poll(address).toBe('/aboutus')
})

test('what a visitor typed is not left without a question, until it is sent', async () => {
  serve({ [call]: ok({ message: 'ok' }) })
  const { screen, router, address } = await visitor()
  const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asksBrowser()).toBe(false)
  await type(screen, everything)
  expect(asksBrowser()).toBe(true)
  await router.navigate('/aboutus')
  await expect.element(screen.getByRole('alertdialog', { name: 'Discard what you entered?' })).toBeVisible()
  await press(screen, 'Keep editing')
  await expect.element(screen.getByLabelText('How can we help?')).toHaveValue('Where may I park?')
  expect(address()).toBe('/ContactUsLanding')
  await press(screen, 'Send')
  await press(screen, 'Okay')
  expect(asksBrowser()).toBe(false)
  await router.navigate('/aboutus')
  await expect.element(screen.getByText('elsewhere')).toBeVisible()
})

test('who is signed in and opens the public form gets the one that knows them', async () => {
  serve({})
  signIn('Patient')
  const { address } = await visitor()
  await expect.poll(address).toBe('/contactUs')
})
