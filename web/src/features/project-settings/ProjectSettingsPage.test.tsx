import { expect, test } from 'vitest'
import { testSettings as saved } from '../../testing/records.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { ProjectSettingsPage } from './ProjectSettingsPage.tsx'

const [read, save] = ['GET /admin/project_settings/', 'POST /admin/project_settings/']
const render = () => show(<ProjectSettingsPage />, { role: 'Admin', at: '/projectSettings' })

test('an admin sees and changes how long deleted records are kept, and only that is sent', async () => {
  let now = saved
  const asked = serve({
    [read]: () => ok(now),
    [save]: ({ body }) => {
      now = { ...now, retention_years: Number(body?.['retention_years']), version: 5 }
      return ok(now)
    },
  })
  const { screen } = await render()
  await expect.element(screen.getByText('10 years, then removed for good')).toBeVisible()
  await screen.getByRole('button', { name: 'Edit name and contact' }).click()
  const years = screen.getByRole('textbox', { name: 'Keep deleted records for (years)' })
  await expect
    .element(years)
    .toHaveAccessibleDescription(/After you change this number, nothing is removed for 30 days\./)
  await years.fill('1')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('1 year, then removed for good')).toBeVisible()
  expect(asked.filter(({ call }) => call.includes('project_settings')).at(-2)?.body).toEqual({
    retention_years: 1,
    version: 4,
  })
})

test.each(['0', '101', ''])('%j years is no period, said beside the field', async (text) => {
  serve({ [read]: () => ok(saved) })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit name and contact' }).click()
  await screen.getByRole('textbox', { name: 'Keep deleted records for (years)' }).fill(text)
  await expect.element(screen.getByText(/^To save: .*Please write a number of years from 1 to 100/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('settings that cannot be read can be asked for again', async () => {
  let broken = true
  serve({ [read]: () => (broken ? refused(500, 'no') : ok(saved)) })
  const { screen } = await render()
  await expect.element(screen.getByText('The settings could not be loaded. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('10 years, then removed for good')).toBeVisible()
})

test('an address, email and phone number that nobody entered say so', async () => {
  serve({ [read]: () => ok({ ...saved, contact: { address: '', email: '', phone: '', social: [] } }) })
  await render()
  const shownFor = (name: string) =>
    [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name)?.nextElementSibling
      ?.textContent
  for (const name of ['Address', 'Email', 'Phone', 'Social links'])
    await expect.poll(() => shownFor(name)).toBe('Not provided')
})
