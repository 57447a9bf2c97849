import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testSettings } from '../../testing/records.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { ProjectSettingsPage } from './ProjectSettingsPage.tsx'

const saved = {
  ...testSettings,
  contact: { ...testSettings.contact, social: [{ name: 'LinkedIn', url: 'https://social.example/lumen' }] },
  blocked_email_domains: ['mail.example'],
}
const [read, save] = ['GET /admin/project_settings/', 'POST /admin/project_settings/']

const render = async (answers: ServedCalls = {}) => {
  const sent = serve({ [read]: ok(saved), [save]: ok({ ...saved, version: 5 }), ...answers })
  const shown = await show(<ProjectSettingsPage />, { role: 'Admin', at: '/projectSettings' })
  const card = shown.screen.getByRole('region', { name: 'Name and contact' })
  return { ...shown, card, posted: () => sent.filter(({ call }) => call === save).map(({ body }) => body) }
}
const edit = async (answers: ServedCalls = {}) => {
  const shown = await render(answers)
  await shown.card.getByRole('button', { name: 'Edit name and contact' }).click()
  return { ...shown, submit: () => shown.card.getByRole('button', { name: 'Save' }).click() }
}

test('the settings are read in words, and lead on to the hours', async () => {
  const { screen, card, address } = await render()
  for (const text of ['Lumen Neuro', '1 Quay', 'LinkedIn', 'mail.example', 'northside', 'Not provided'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Appointment times are shown in Eastern Time.')).toBeVisible()
  await screen.getByRole('link', { name: 'Change hours and time zone' }).click()
  await expect.poll(address).not.toBe('/projectSettings')
})

test('a link is added with its site and address', async () => {
  const { card, submit, posted } = await edit()
  await card.getByRole('button', { name: 'Add a link' }).click()
  await card.getByRole('textbox', { name: 'Site' }).nth(1).fill('Bluesky')
  await expect.element(card.getByRole('textbox', { name: 'Web address' }).nth(1)).toHaveValue('https://')
  await card.getByRole('textbox', { name: 'Web address' }).nth(1).fill('https://sky.example/lumen')
  expect(await hitsInEveryLook()).toEqual([])
  await submit()
  await expect.poll(posted).toEqual([
    {
      contact: { social: [...saved.contact.social, { name: 'Bluesky', url: 'https://sky.example/lumen' }] },
      version: 4,
    },
  ])
})

test('a link is removed by the button that names it', async () => {
  const { card, submit, posted } = await edit()
  await card.getByRole('button', { name: 'Remove LinkedIn' }).click()
  await expect.element(card.getByRole('textbox', { name: 'Site' })).not.toBeInTheDocument()
  await submit()
  await expect.poll(posted).toEqual([{ contact: { social: [] }, version: 4 }])
})

test('several domains are typed at once, and one is removed with the keyboard', async () => {
  const { card, submit, posted } = await edit()
  await card.getByRole('combobox', { name: 'Blocked email domains' }).click()
  await userEvent.keyboard('{Backspace}a.example,b.example{Enter}')
  await submit()
  await expect.poll(posted).toEqual([{ blocked_email_domains: ['a.example', 'b.example'], version: 4 }])
})

test.each([
  ['textbox', 'Name', ''],
  ['textbox', 'Email', 'hello@'],
] as const)('a %s “%s” of %j stops the save', async (role, name, text) => {
  const { card, posted } = await edit()
  await card.getByRole(role, { name, exact: true }).fill(text)
  await expect.element(card.getByText(/^To save: /)).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(posted()).toEqual([])
})

test('settings that could not be saved keep what was typed', async () => {
  const { card, submit } = await edit({ [save]: refused(500) })
  await card.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 2000')
  await submit()
  await expect.element(card.getByRole('alert')).toHaveTextContent('The settings could not be saved. Please try again.')
  await expect.element(card.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 555 010 2000')
})

test('settings that another admin changed meanwhile are shown beside one’s own', async () => {
  let now = saved
  const { card, submit } = await edit({ [read]: () => ok(now), [save]: () => refused(409) })
  await card.getByRole('textbox', { name: 'Name', exact: true }).fill('Lumen')
  now = { ...saved, name: 'Lumen Brain', version: 5 }
  await submit()
  await expect.element(card.getByText('This was changed while you were editing')).toBeVisible()
  await expect.element(card.getByRole('cell', { name: 'Lumen Brain' })).toBeVisible()
})
