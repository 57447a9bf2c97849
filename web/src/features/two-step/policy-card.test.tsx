import { getTwoStepPolicy } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve, stale } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { PolicyCard } from './PolicyCard.tsx'

beforeEach(signOut)

const saved = {
  roles: ['Nurse'],
  since: '2026-11-20',
  grace_days: 14,
  mail: false,
  acr: [],
  amr: [],
  recovery_hours: 48,
  version: 1,
  admins_always: true,
  people: [
    { role: 'Nurse', all: 5, without: 3 },
    { role: 'Physician', all: 2, without: 1 },
    { role: 'Admin', all: 1, without: 1 },
  ],
}

test('the card says from which day it counts and for how many it is new, before anything is saved', async () => {
  serve({
    'GET /admin/two_step_policy/': ok(saved),
  })
  const { screen } = await show(<PolicyCard />, { role: 'Admin' })
  const note = screen.getByRole('note')
  await expect.element(note.getByText(/From Dec 4, 2026 on/)).toBeVisible()
  await expect.element(note.getByText(/3 of 5 people/)).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Physician' }).click()
  await screen.getByRole('textbox', { name: 'Days to set it up' }).fill('0')
  await expect.element(note.getByText(/From Nov 20, 2026 on/)).toBeVisible()
  await expect.element(note.getByText(/4 of 7 people/)).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Admin', exact: true }).click()
  await expect.element(note.getByText(/4 of 7 people/)).toBeVisible()
  await expect.element(screen.getByLabelText(/\(acr\)/).first()).not.toBeVisible()
  await screen.getByText('Advanced').click()
  await expect.element(screen.getByLabelText(/\(acr\)/).first()).toBeVisible()
  expect(await axeHits()).toEqual([])
})

/** Each save is over the version that is read now. */
const serveNow = (now: { policy: typeof saved }) =>
  serve({
    'GET /admin/two_step_policy/': () => ok(now.policy),
    'POST /admin/two_step_policy/': ({ body }) => {
      if (body?.['version'] !== now.policy.version) return stale({}, 'Please look again.')
      now.policy = { ...now.policy, ...body, version: now.policy.version + 1 }
      return ok(now.policy)
    },
  })

test('what a colleague saved meanwhile is shown, and is then changed from there', async () => {
  const now = { policy: saved }
  serveNow(now)
  const { screen } = await show(<PolicyCard />, { role: 'Admin' })
  const days = screen.getByRole('textbox', { name: 'Days to set it up' })
  await days.fill('3')
  now.policy = { ...saved, grace_days: 7, mail: true, version: 2 }
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Please look again.')).toBeVisible()
  await expect.element(days).toHaveValue('7')
  await days.fill('3')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Please look again.')).not.toBeInTheDocument()
  expect(now.policy).toMatchObject({ grace_days: 3, mail: true, version: 3 })
})

test('after a change of another setting of the project, what was typed stays and is saved', async () => {
  const now = { policy: saved }
  serveNow(now)
  const { screen } = await show(<PolicyCard />, { role: 'Admin' })
  await screen.getByRole('textbox', { name: 'Days to set it up' }).fill('3')
  now.policy = { ...saved, version: 2 }
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Please look again.')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Please look again.')).not.toBeInTheDocument()
  expect(now.policy).toMatchObject({ grace_days: 3, version: 3 })
})

/** The card of a project with no rule yet, until a colleague requires two steps for Nurses and this page reads it. */
const startWithoutRule = async () => {
  const now = { policy: { ...saved, roles: [] as string[] } }
  serveNow(now)
  const { screen } = await show(<PolicyCard />, { role: 'Admin' })
  const days = screen.getByRole('textbox', { name: 'Days to set it up' })
  await expect.element(days).toHaveValue('14')
  const read = async (policy: Partial<typeof saved>) => {
    now.policy = { ...now.policy, ...policy, version: now.policy.version + 1 }
    await refreshCall(getTwoStepPolicy)
  }
  const nurse = screen.getByRole('checkbox', { name: 'Nurse' })
  const save = () => screen.getByRole('button', { name: 'Save' }).click()
  return { screen, now, days, nurse, read, save }
}

test('a rule that a colleague saved shows by itself while nothing is typed, and stays when another field is saved', async () => {
  const { screen, now, days, nurse, read, save } = await startWithoutRule()
  await read({ roles: ['Nurse'] })
  await expect.element(nurse).toBeChecked()
  await days.fill('3')
  await save()
  await expect.element(screen.getByText('Saved.', { exact: false })).toBeVisible()
  expect(now.policy).toMatchObject({ roles: ['Nurse'], grace_days: 3, version: 3 })
})

test('what was typed before a colleague’s rule was read does not take its place', async () => {
  const { screen, now, days, nurse, read, save } = await startWithoutRule()
  await days.fill('3')
  await read({ roles: ['Nurse'] })
  await expect.element(days).toHaveValue('3')
  await save()
  await expect.element(screen.getByText('Please look again.')).toBeVisible()
  await expect.element(nurse).toBeChecked()
  expect(now.policy).toMatchObject({ roles: ['Nurse'], grace_days: 14, version: 2 })
})

test('another setting that is saved on the same page asks for no second look, and what is saved twice is over the first', async () => {
  const { screen, now, days, read, save } = await startWithoutRule()
  await days.fill('3')
  await read({})
  await save()
  await expect.poll(() => now.policy).toMatchObject({ grace_days: 3, version: 3 })
  await days.fill('5')
  await save()
  await expect.poll(() => now.policy).toMatchObject({ grace_days: 5, version: 4 })
  await expect.element(screen.getByText('Please look again.')).not.toBeInTheDocument()
})
