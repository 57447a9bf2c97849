import { afterEach, expect, test } from 'vitest'
import { paths } from '../../platform/base/paths.ts'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { refused, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx'
import { StopEmailChangePage } from './StopEmailChangePage.tsx'

afterEach(() => signOut())

const email = 'new@example.org'
const check = 'POST /common/api/check_email_change/'
const confirm = 'POST /patient/confirm_email/abc/'
const asking = (asks: string) => ({ [check]: () => [200, { email, asks }] as [number, unknown] })
const user = {
  'GET /common/api/get_user/': () => [200, { user_object: { first_name: 'Amara' } }] as [number, unknown],
}
const done = { message: 'Thank you. Your new email address is in use from now on.', already: false }
const open = async (answers: Parameters<typeof serve>[0]) => {
  const sent = serve({ ...user, ...answers })
  const { screen } = await showRoutes([{ path: '/patient/confirm-email/:token', Component: ConfirmEmailPage }], {
    at: '/patient/confirm-email/abc',
  })
  return { screen, sent, confirmed: () => sent.filter(({ call }) => call === confirm).map(({ body }) => body) }
}

test('a link that its owner asked for confirms by being opened', async () => {
  const { screen, confirmed } = await open({ ...asking('nothing'), [confirm]: () => [200, done] })
  await expect.element(screen.getByRole('status')).toHaveTextContent(done.message)
  expect(confirmed()).toEqual([{}])
})

test('an address that staff entered is not confirmed before the owner says so, and can be refused', async () => {
  signIn('Patient')
  const { screen, sent, confirmed } = await open({
    ...asking('consent'),
    'POST /common/api/cancel_email_change/': () => [200, { message: 'ok' }],
  })
  await expect.element(screen.getByText(/^Our staff entered new@example.org as the new/)).toBeVisible()
  expect(await hitsInEveryLook(screen.container)).toEqual([])
  expect(confirmed()).toEqual([])
  await screen.getByRole('button', { name: 'Keep my email address' }).click()
  await expect.element(screen.getByText('Your email address stays as it is.')).toBeVisible()
  expect(sent.some(({ call }) => call === 'POST /common/api/cancel_email_change/')).toBe(true)
})

test('the owner who is signed in confirms with one button', async () => {
  signIn('Patient')
  const { screen, confirmed } = await open({ ...asking('consent'), [confirm]: () => [200, done] })
  await screen.getByRole('button', { name: 'Use this email address' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent(done.message)
  expect(confirmed()).toEqual([{}])
})

test('without a session the password is asked for; a wrong one is told beside the field and stays there', async () => {
  let tries = 0
  const sentence = 'This is not the password of your account.'
  const { screen, confirmed } = await open({
    ...asking('proof'),
    [confirm]: () => {
      if (++tries > 1) return [200, done]
      const [status, body] = refused(400, sentence)
      return [status, { ...(body as object), fields: { password: sentence } }]
    },
  })
  const field = screen.getByRole('textbox', { name: 'Password' }).or(screen.getByLabelText('Password', { exact: true }))
  const button = screen.getByRole('button', { name: 'Use this email address' })
  await button.click()
  await expect.element(screen.getByText('Please enter your password')).toBeVisible()
  await field.fill('Wrong-1!')
  await button.click()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(field).toHaveValue('Wrong-1!')
  expect(await hitsInEveryLook(screen.container)).toEqual([])
  await expectLink(screen, 'Go to sign in', '/patients')
  await field.fill('Right-1!')
  await button.click()
  await expect.element(screen.getByRole('status')).toHaveTextContent(done.message)
  expect(confirmed()).toEqual([{ password: 'Wrong-1!' }, { password: 'Right-1!' }])
})

test('a link that waits for a sign-in after all asks for the password', async () => {
  const { screen } = await open({
    ...asking('nothing'),
    [confirm]: () => [400, { error: 'Please sign in.', code: 'sign_in_first', detail: '', request_id: 'test' }],
  })
  await expect.element(screen.getByRole('button', { name: 'Use this email address' })).toBeVisible()
})

test('without a network the page offers to try again', async () => {
  let isBack = false
  const { screen } = await open({
    [check]: () => (isBack ? [200, { email, asks: 'nothing' }] : 'no network'),
    [confirm]: () => [200, done],
  })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  isBack = true
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent(done.message)
})

test('the link of the old address stops the change by a button and not by being opened', async () => {
  let isBack = false
  const stop = 'POST /patient/stop_email_change/abc/'
  const message = 'The change is stopped. We will keep using this email address.'
  const sent = serve({ [stop]: () => (isBack ? [200, { message, already: false }] : 'no network') })
  const { screen } = await showRoutes([{ path: '/patient/stop-email-change/:token', Component: StopEmailChangePage }], {
    at: '/patient/stop-email-change/abc',
  })
  const button = screen.getByRole('button', { name: 'Keep my email address' })
  await expect.element(button).toBeVisible()
  expect(await hitsInEveryLook(screen.container)).toEqual([])
  expect(sent).toEqual([])
  await button.click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The change could not be stopped. Please try again.')
  isBack = true
  await button.click()
  await expect.element(screen.getByRole('status')).toHaveTextContent(message)
})

test('a change that was made already is undone by the same button, and a new password is next', async () => {
  const message = 'Your old email address was restored, and every device was signed out.'
  serve({
    'POST /operator/stop_email_change/abc/': () => [200, { message, already: false, needs_password: true }],
  })
  const { screen } = await showRoutes(
    [{ path: '/operator/stop-email-change/:token', Component: StopEmailChangePage }],
    {
      at: '/operator/stop-email-change/abc',
    },
  )
  await screen.getByRole('button', { name: 'Keep my email address' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent(message)
  await expectLink(screen, 'Choose a new password', '/operator/reset-password')
  expect(await hitsInEveryLook(screen.container)).toEqual([])
})

test('a change that only the clinic can undo wholly says what stayed, and leads to the clinic', async () => {
  const message = 'Every device was signed out. But another account uses your old address now.'
  const help = { message, already: false, needs_password: false, needs_help: true }
  serve({ 'POST /patient/stop_email_change/abc/': () => [200, help] })
  const { screen } = await showRoutes([{ path: '/patient/stop-email-change/:token', Component: StopEmailChangePage }], {
    at: '/patient/stop-email-change/abc',
  })
  await screen.getByRole('button', { name: 'Keep my email address' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(message)
  await expectLink(screen, 'Contact us', paths.contactLanding)
  await expect.element(screen.getByRole('link', { name: 'Sign in' })).not.toBeInTheDocument()
  expect(await hitsInEveryLook(screen.container)).toEqual([])
})
