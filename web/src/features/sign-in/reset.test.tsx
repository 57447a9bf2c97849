import { describe, expect, test } from 'vitest'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { showRoutes } from '../../testing/show.tsx'
import { ChangePasswordPage } from './ChangePasswordPage.tsx'
import { RequestResetPage } from './RequestResetPage.tsx'

const routes = [
  { path: '/patient/reset-password', Component: RequestResetPage },
  { path: '/operator/reset-password', Component: RequestResetPage },
  { path: '/patient/change-password/:token', Component: ChangePasswordPage },
]

describe('asking for a reset mail', () => {
  const ask = async (answer: Served, area = 'patient') => {
    const sent = serve({ [`POST /${area}/reset_password/ada%40example.org/`]: answer })
    const { screen } = await showRoutes(routes, { at: `/${area}/reset-password`, strict: true })
    await screen.getByLabelText('Email').fill('ada@example.org')
    await screen.getByRole('button', { name: 'Send Reset Email' }).click()
    return { screen, sent }
  }

  test.each<[string, Served, string]>([
    ['a sent mail', [200, { message: 'ok' }], 'Password reset email sent successfully. Check your inbox.'],
    ['an unknown address', refused(400, 'x'), 'Email address does not exist. Please enter a valid email.'],
    ['a broken server', refused(500, 'x'), 'Failed to initiate password reset. Please try again.'],
    ['no network', 'no network', 'An error occurred while initiating the password reset.'],
  ])('answers %s with the sentence of the specification', async (_, answer, sentence) => {
    const { screen } = await ask(answer)
    await expect.element(screen.getByText(sentence)).toBeVisible()
    await expect.element(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
  })

  test('of the staff goes to the call of the staff', async () => {
    const { screen, sent } = await ask([200, { message: 'ok' }], 'operator')
    await expect.element(screen.getByRole('status')).toBeVisible()
    expect(sent.map(({ call }) => call)).toEqual(['POST /operator/reset_password/ada%40example.org/'])
  })

  test('says Sending Email... until the answer is there', async () => {
    const { promise, resolve } = Promise.withResolvers<Served>()
    serve({ 'POST /patient/reset_password/ada%40example.org/': () => promise })
    const { screen } = await showRoutes(routes, { at: '/patient/reset-password', strict: true })
    await screen.getByLabelText('Email').fill('ada@example.org')
    await screen.getByRole('button', { name: 'Send Reset Email' }).click()
    await expect.element(screen.getByRole('button', { name: 'Sending Email...' })).toBeDisabled()
    await expect.element(screen.getByLabelText('Email')).toHaveAttribute('readonly')
    resolve(ok())
    await expect.element(screen.getByRole('button', { name: 'Send Reset Email' })).toBeEnabled()
  })
})

describe('choosing a new password', () => {
  const call = 'POST /patient/complete_reset_password/abcdefghijklmnopqrstuv/'
  const change = async (answer: Served, confirmation = 'Portal-pass-2!') => {
    const sent = serve({ [call]: answer })
    const { screen } = await showRoutes(routes, { at: '/patient/change-password/abcdefghijklmnopqrstuv', strict: true })
    await screen.getByLabelText('New password', { exact: true }).fill('Portal-pass-2!')
    await screen.getByLabelText('Confirm password', { exact: true }).fill(confirmation)
    await screen.getByRole('button', { name: 'Save new password' }).click()
    return { screen, sent }
  }

  test('sends only the password and leads to the sign-in', async () => {
    const { screen, sent } = await change([200, { message: 'Your password has been changed.' }])
    await expect.element(screen.getByText('Your password has been changed.')).toBeVisible()
    await expectLink(screen, 'Go to sign in', '/patients')
    expect(sent).toMatchObject([{ call, body: { password: 'Portal-pass-2!' } }])
  })

  test('refuses two different passwords without asking the server', async () => {
    const { screen, sent } = await change([200, { message: 'ok' }], 'Portal-pass-3!')
    await expect.element(screen.getByText('Passwords do not match').first()).toBeVisible()
    expect(sent).toEqual([])
  })

  test('shows what is wrong with the link and offers a new one', async () => {
    const expired = 'This link has expired. Please ask for a new one.'
    const { screen } = await change(refused(400, expired, { code: 'link_expired' }))
    await expect.element(screen.getByText(expired)).toBeVisible()
    await expectLink(screen, 'Ask for a new link', '/patient/reset-password')
  })

  test.each<[string, Served, string]>([
    ['a broken server', refused(500, 'x'), 'Password reset failed'],
    ['no network', 'no network', 'An unexpected error occurred'],
  ])('answers %s with the sentence of the specification', async (_, answer, sentence) => {
    const { screen } = await change(answer)
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })
})
