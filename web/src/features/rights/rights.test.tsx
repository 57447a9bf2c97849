import type { ProjectRights } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { looks } from '../../testing/looks.ts'
import { ok, refused, type Served, serve, stale } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { RightsPage } from './RightsPage.tsx'

const saved: ProjectRights = {
  withheld: { Nurse: ['export'] },
  two_person_amount: null,
  version: 2,
  changed: { name: 'Ada Stone', at: '2026-11-20T15:00:00.000Z' },
}
const [read, save] = ['GET /admin/rights/', 'POST /admin/rights/']
const render = (scheme: 'light' | 'dark' = 'light') => show(<RightsPage />, { role: 'Admin', at: '/rights', scheme })

beforeEach(() => signedOutAt(1280, 800))

test.each(looks)(
  'in the %s look at %i px it says what each role may do, and passes axe, also while it is edited',
  async (scheme, width) => {
    await page.viewport(width, 844)
    serve({ [read]: ok(saved) })
    const { screen } = await render(scheme)
    await expect.element(screen.getByText('Not allowed')).toBeVisible()
    expect(screen.getByText('Allowed', { exact: true }).elements()).toHaveLength(23)
    await expect.element(screen.getByText(/^Last changed by Ada Stone on Nov 20, 2026/)).toBeVisible()
    expect(await axeHits()).toEqual([])
    await screen.getByRole('button', { name: 'Edit rights' }).click()
    await expect.element(screen.getByRole('switch', { name: 'Nurses: Export' })).not.toBeChecked()
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a switch and the amount are saved together, with the version', async () => {
  let now = saved
  const asked = serve({
    [read]: () => ok(now),
    [save]: ({ body }) => {
      now = { ...now, ...(body as object), version: 3 }
      return ok(now)
    },
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit rights' }).click()
  await screen.getByRole('switch', { name: 'MRI technologists: Email' }).click()
  await screen.getByRole('textbox', { name: 'Two people for amounts above' }).fill('100.00')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('$100.00')).toBeVisible()
  expect(asked.find(({ call }) => call === save)?.body).toEqual({
    withheld: { Physician: [], 'MRI-Tech': ['send_email'], Nurse: ['export'] },
    two_person_amount: '100.00',
    version: 2,
  })
})

test('what another admin changed meanwhile elsewhere stays', async () => {
  const theirs: ProjectRights = { ...saved, withheld: { Physician: ['see_medical'], Nurse: ['export'] }, version: 3 }
  let now = saved
  const asked = serve({
    [read]: () => ok(now),
    [save]: ({ body }) => {
      if (body?.['version'] === 3) return ok({ ...now, version: 4 })
      now = theirs
      return stale()
    },
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit rights' }).click()
  await screen.getByRole('switch', { name: 'Nurses: Export' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect
    .poll(() => asked.findLast(({ call }) => call === save)?.body)
    .toEqual({
      withheld: { Physician: ['see_medical'], 'MRI-Tech': [], Nurse: [] },
      two_person_amount: null,
      version: 3,
    })
})

test('while it is on its way nothing can be changed that “Saved” would not be true of; a failure gives it back', async () => {
  const held = Promise.withResolvers<Served>()
  serve({ [read]: ok(saved), [save]: () => held.promise })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit rights' }).click()
  const amount = screen.getByRole('textbox', { name: 'Two people for amounts above' })
  const mayExport = screen.getByRole('switch', { name: 'Nurses: Export' })
  await amount.fill('50')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await mayExport.click()
  await amount.click()
  await userEvent.keyboard('{End}0')
  await expect.element(amount).toHaveValue('50')
  await expect.element(amount).toHaveFocus()
  await expect.element(mayExport).not.toBeChecked()
  held.resolve(refused(500))
  await expect.element(screen.getByText('The rights could not be saved. Please try again.')).toBeVisible()
  await mayExport.click()
  await expect.element(mayExport).toBeChecked()
  await amount.fill('500')
  await expect.element(amount).toHaveValue('500')
})

test('what only waits for the network can be changed, and is not sent in half', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const asked = serve({ [read]: ok(saved), [save]: ok({ ...saved, version: 3 }) })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit rights' }).click()
  const amount = screen.getByRole('textbox', { name: 'Two people for amounts above' })
  await amount.fill('50')
  onlineManager.setOnline(false)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await amount.fill('500')
  onlineManager.setOnline(true)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/nothing was sent/)
  await expect.element(amount).toHaveValue('500')
  expect(asked.filter(({ call }) => call === save)).toEqual([])
})

test('what is typed beside both versions is mine, also over what only they had changed', async () => {
  let now = saved
  const asked = serve({
    [read]: () => ok(now),
    [save]: ({ body }) => {
      if (body?.['version'] === 3) return ok({ ...now, version: 4 })
      now = { ...saved, two_person_amount: '50.00', version: 3 }
      return stale()
    },
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit rights' }).click()
  await screen.getByRole('switch', { name: 'Nurses: Export' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('cell', { name: '50.00' })).toBeVisible()
  await screen.getByRole('textbox', { name: 'Two people for amounts above' }).fill('75.00')
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect
    .poll(() => asked.findLast(({ call }) => call === save)?.body)
    .toEqual({
      withheld: { Physician: [], 'MRI-Tech': [], Nurse: [] },
      two_person_amount: '75.00',
      version: 3,
    })
})

test('a wrong amount is said beside the field and not sent; what failed keeps what was typed', async () => {
  serve({ [read]: ok(saved), [save]: 'no network' })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit rights' }).click()
  const amount = screen.getByRole('textbox', { name: 'Two people for amounts above' })
  await amount.fill('a lot')
  await expect.element(screen.getByText(/^To save: .*Please enter an amount in dollars/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await amount.fill('50')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(screen.getByText('The portal did not respond. Please try again. Nothing will be saved twice.'))
    .toBeVisible()
  await expect.element(amount).toHaveValue('50')
})

test('rights that cannot be read can be asked for again', async () => {
  let broken = true
  serve({ [read]: () => (broken ? refused(500) : ok({ ...saved, withheld: {}, changed: null, version: 0 })) })
  const { screen } = await render()
  await expect.element(screen.getByText('The rights could not be loaded. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No changes yet. Everything is allowed.')).toBeVisible()
})
