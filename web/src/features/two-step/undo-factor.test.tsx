import { beforeEach, expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { showRoutes, signOut } from '../../testing/show.tsx'
import { UndoFactorPage } from './UndoFactorPage.tsx'

beforeEach(signOut)

const call = 'POST /common/api/two_step/undo/'
const open = async (answer: Served | (() => Served | Promise<Served>)) => {
  const sent = serve({ [call]: answer })
  const { screen } = await showRoutes([{ path: '/remove-second-step/:token', element: <UndoFactorPage /> }], {
    at: '/remove-second-step/a-secret',
  })
  return { sent, screen, button: screen.getByRole('button', { name: 'This was not me, remove it' }) }
}

test('nothing is sent before the button is pressed; then a new password is next', async () => {
  const done = { message: 'The second step was removed.', area: 'patient', needs_password: true }
  const { sent, screen, button } = await open(ok(done))
  await expect.element(button).toBeVisible()
  expect(await axeHits()).toEqual([])
  expect(sent.map((one) => one.call)).not.toContain(call)
  await button.click()
  await expect.element(screen.getByRole('status').getByText(done.message)).toBeVisible()
  expect(sent.find((one) => one.call === call)?.body).toEqual({ undo_token: 'a-secret' })
  await expectLink(screen, 'Choose a new password', '/patient/reset-password')
  expect(await axeHits()).toEqual([])
})

test('a link that was used leaves nothing to press, and leads to the clinic', async () => {
  const { screen, button } = await open(refused(400, 'This link has already been used.', { code: 'link_used' }))
  await button.click()
  await expect.element(screen.getByRole('alert').getByText('This link has already been used.')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  await expectLink(screen, 'Contact us', '/ContactUsLanding')
  expect(await axeHits()).toEqual([])
})

test('staff without a password go to their sign-in', async () => {
  const { screen, button } = await open(ok({ message: 'Removed.', area: 'operator', needs_password: false }))
  await button.click()
  await expectLink(screen, 'Sign in', '/physicians')
})

test.each([
  [refused(400, 'This link has expired.'), 'This link has expired.'],
  ['no network' as const, 'This did not work. Please try again.'],
])('an answer %j leaves the button, with what went wrong', async (answer, sentence) => {
  const { screen, button } = await open(answer)
  await button.click()
  await expect.element(screen.getByRole('alert').getByText(sentence)).toBeVisible()
  await expect.element(button).toBeEnabled()
  expect(await axeHits()).toEqual([])
})
