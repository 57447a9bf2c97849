import { afterEach, expect, test, vi } from 'vitest'
import { refusal, serve, show } from './testing.tsx'
import { Component } from './VerifyEmailPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = '/patient/verify_email/abcdefghijklmnopqrstuv/'
const open = async (status: number, body: unknown) => {
  const sent = serve({ [path]: [status, body] })
  const { screen } = await show('/patient/verify-email/abcdefghijklmnopqrstuv', [
    { path: '/patient/verify-email/:token', Component },
  ])
  return { screen, sent }
}

test('the link is posted once, although the page is mounted twice', async () => {
  const { screen, sent } = await open(200, { message: 'Thank you. Your e-mail address is confirmed.', already: false })
  await expect.element(screen.getByText('Thank you. Your e-mail address is confirmed.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to sign in' })).toBeVisible()
  expect(sent).toEqual([{ path, method: 'POST', body: undefined }])
})

test('a second click is told that the address is confirmed already', async () => {
  const { screen } = await open(200, { message: 'Your e-mail address is confirmed already.', already: true })
  await expect.element(screen.getByRole('status')).toHaveTextContent('Your e-mail address is confirmed already.')
})

test('an expired link says so and shows the way to a new one', async () => {
  const { screen } = await open(400, refusal('This link has expired. Please ask for a new one.', 'link_expired'))
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This link has expired. Please ask for a new one.')
  await expect.element(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/patients')
})
