import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { config, ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { ContactPage } from './ContactPage.tsx'
import { PublicContactPage } from './PublicContactPage.tsx'

const draft = '/common/api/draft/contact/'
beforeEach(signOut)
const render = async (contact: Partial<typeof config.contact> = {}, answers: ServedCalls = {}) => {
  serve({
    'GET /common/api/config/': ok({ ...config, contact: { ...config.contact, ...contact } }),
    ...answers,
  })
  const { screen } = await show(<PublicContactPage />, { at: '/ContactUsLanding' })
  return screen
}

test('the other ways stand beside the form: an address, a mail, a number to call, and who to follow', async () => {
  const screen = await render()
  const ways = screen.getByRole('region', { name: 'Other ways to reach us' })
  await expect.element(ways.getByText(/1 Harbor Street/)).toBeVisible()
  await expectLink(ways, 'hello@lumen.example', 'mailto:hello@lumen.example')
  await expectLink(ways, '+1 (555) 010-2000', 'tel:+15550102000')
  await expectLink(ways, 'LinkedIn', 'https://social.example/lumen')
  expect(await hitsInEveryLook()).toEqual([])
})

test('on the narrowest phone, long words of the ways break', async () => {
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(1280, 800))
  const long = 'x'.repeat(60)
  const screen = await render({
    address: `1 ${long}\nBoston`,
    email: `${long}@lumen.example`,
    phone: '+1 (555) 010-2000 ext. 12345678901234567890123456789012345678',
    social: [{ name: long, url: `https://social.example/${long}` }],
  })
  await expect.element(screen.getByText(/Boston$/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
  const card = screen.getByRole('region', { name: 'Other ways to reach us' }).element()
  for (const part of card.querySelectorAll('dd, dd *'))
    expect(part.scrollWidth, part.outerHTML).toBeLessThanOrEqual(Math.max(part.clientWidth, 260))
})

test('a way that the clinic has not given is not named', async () => {
  const screen = await render({ phone: '', address: '', social: [] })
  const ways = screen.getByRole('region', { name: 'Other ways to reach us' })
  await expect.element(ways.getByText('Email', { exact: true })).toBeVisible()
  for (const name of ['Phone', 'Address', 'Follow us']) expect(ways.getByText(name, { exact: true }).query()).toBeNull()
})

test('where the clinic has given no way yet, there is the form alone', async () => {
  const screen = await render({ email: '', phone: '', address: '', social: [] })
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  expect(screen.getByText('Other ways to reach us').query()).toBeNull()
})

test('the form says that it is not for emergencies', async () => {
  const screen = await render()
  await expect.element(screen.getByText(/^This form is not for emergencies\..* call 911/)).toBeVisible()
})

test('an address that cannot be one is told as soon as the field is left', async () => {
  const screen = await render()
  await screen.getByLabelText('Email').fill('vic@')
  await screen.getByLabelText('Subject').click()
  await expect.element(screen.getByText('Invalid email format')).toBeVisible()
  await screen.getByLabelText('Email').fill('vic@visitors.example')
  await expect.element(screen.getByText('Invalid email format')).not.toBeInTheDocument()
})

test('the list of faults names each field, and leads to it', async () => {
  const screen = await render()
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Please correct 5 fields')).toBeVisible()
  await screen.getByRole('button', { name: 'Message is required' }).click()
  await expect.element(screen.getByLabelText('How can we help?')).toHaveFocus()
})

test('a member finds what they typed earlier, and a message that the server refuses stays', async () => {
  const values = { subject: 'Parking', helpMessage: 'Where?', email: 'amara@example.org' }
  serve({
    [`GET ${draft}`]: ok({ draft: { values, saved_at: '2026-03-01T15:00:00Z' } }),
    'POST /operator/send_contactus/': refused(400, 'No', { fields: { subject: 'Too long' } }),
  })
  const { screen } = await show(<ContactPage />, { role: 'Patient', at: '/contactUs' })
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Too long', { exact: true })).toBeVisible()
  await expect.element(screen.getByLabelText('Subject')).toHaveFocus()
  await expect.element(screen.getByLabelText('How can we help?')).toHaveValue('Where?')
})
