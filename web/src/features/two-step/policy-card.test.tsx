import { beforeEach, expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { PolicyCard } from './PolicyCard.tsx'

beforeEach(signOut)

test('the card says from which day it counts and for how many it is new, before anything is saved', async () => {
  serve({
    'GET /admin/two_step_policy/': ok({
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
    }),
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
