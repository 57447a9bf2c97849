import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PasswordCard } from './PasswordCard.tsx'

const address = 'POST /common/api/change_password/'
const done = 'Your password was changed. All other devices were signed out.'
const typed = { 'Current password': 'Old-horse-9!', 'New password': 'Fresh-lantern-3!' }

const open = async (answer: () => Served = () => ok({ message: done })) => {
  const sent = serve({ [address]: answer, 'GET /common/api/sessions/': ok({ sessions: [] }) })
  const { screen } = await show(<PasswordCard email="amara@example.org" hasPassword />, { role: 'Patient' })
  const field = (name: string) => screen.getByLabelText(name, { exact: true })
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await field(name).fill(value)
  }
  const save = () => screen.getByRole('button', { name: 'Save new password' }).click()
  return { screen, field, fill, save, sent: () => sent.filter(({ call }) => call === address).map(({ body }) => body) }
}

test('the password is changed in place, and the form is empty again', async () => {
  const { screen, field, fill, save, sent } = await open()
  await fill({ ...typed, 'Confirm password': typed['New password'] })
  await expect.element(screen.getByText('Passwords match')).toBeVisible()
  await save()
  await expect.element(screen.getByText(done)).toBeVisible()
  for (const name of ['Current password', 'New password', 'Confirm password'])
    await expect.element(field(name)).toHaveValue('')
  expect(sent()).toEqual([{ current_password: 'Old-horse-9!', password: 'Fresh-lantern-3!' }])
  expect(await hitsInEveryLook()).toEqual([])
})

test('in a window lower than the form, the news that the password was changed comes into view', async () => {
  await page.viewport(390, 500)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen, fill, save } = await open()
  await fill({ ...typed, 'Confirm password': typed['New password'] })
  await save()
  await expect.element(screen.getByRole('status').filter({ hasText: done })).toBeInViewport({ ratio: 1 })
})

test('what is missing or wrong is told at its field, and nothing is sent', async () => {
  const { screen, field, fill, save, sent } = await open()
  await save()
  await expect.element(screen.getByText('Please enter your current password')).toBeVisible()
  await expect.element(field('Current password')).toHaveFocus()
  await fill({ 'Current password': 'Old-horse-9!', 'New password': 'short', 'Confirm password': 'other' })
  await save()
  await expect.element(screen.getByText('Password does not meet the rules')).toBeVisible()
  await fill({ 'New password': 'Old-horse-9!', 'Confirm password': 'Old-horse-9!' })
  await save()
  await expect
    .element(screen.getByText('Please choose a password that is different from your current one'))
    .toBeVisible()
  expect(sent()).toEqual([])
})

test('a wrong current password is told at its field, and what was typed stays', async () => {
  const sentence = 'This is not your current password.'
  const { screen, field, fill, save } = await open(() => {
    const [status, body] = refused(400, sentence) as [number, object]
    return [status, { ...body, fields: { current_password: sentence } }]
  })
  await fill({ ...typed, 'Confirm password': typed['New password'] })
  await save()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(field('Current password')).toHaveFocus()
  await expect.element(field('New password')).toHaveValue(typed['New password'])
})

test('without a response it says that the new one may count already, and what to do', async () => {
  const { screen, fill, save } = await open(() => 'no network')
  await fill({ ...typed, 'Confirm password': typed['New password'] })
  await save()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(
      /^The portal did not respond, so your password may have been changed\. Please sign out, and sign in/,
    )
})

test('who has no password reads so, and may ask for a link to choose one', async () => {
  serve({})
  const { screen } = await show(<PasswordCard email="amara@example.org" hasPassword={false} />, { role: 'Patient' })
  await expect.element(screen.getByText(/^You sign in through another service/)).toBeVisible()
  await expect.element(screen.getByLabelText('Current password')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Send Reset Email' })).toBeVisible()
})
