import { beforeEach, expect, test } from 'vitest'
import { checkReason } from '../../testing/reason-dialog.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { SpecialCare } from './SpecialCare.tsx'

const path = '/admin/special_care/P-1/'
const mark = { reason: 'Works in the kitchen', by: 'Adam Ochs', at: '2026-03-01T15:00:00.000Z' }

beforeEach(signOut)

test('only admins have the button', async () => {
  serve({})
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Physician' })
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('marking a record needs a reason, which stays when it cannot be saved', async () => {
  let isDown = true
  const asked = serve({
    [`GET ${path}`]: ok({ mark: null }),
    [`POST ${path}`]: () => (isDown ? refused(503) : ok({ message: 'ok' })),
  })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Admin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Special care' })
  expect(dialog.getByRole('button', { name: 'End special care' }).elements()).toEqual([])
  await checkReason(
    {
      dialog,
      label: 'Why does this record need special care?',
      button: 'Mark record',
      typed: 'Works in the kitchen',
      problem: 'The mark could not be saved. Please try again.',
    },
    () => {
      isDown = false
    },
  )
  expect(asked.findLast(({ call }) => call === `POST ${path}`)?.body).toEqual({ reason: 'Works in the kitchen' })
})

test('a mark shows why, by whom and since when, and can be ended', async () => {
  const asked = serve({ [`GET ${path}`]: ok({ mark }), [`DELETE ${path}`]: ok({ message: 'ok' }) })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'SuperAdmin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Special care' })
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Works in the kitchen')
  await expect.element(dialog.getByText(/^Marked by Adam Ochs, Mar 1, 2026/)).toBeVisible()
  await dialog.getByRole('button', { name: 'End special care' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked.some(({ call }) => call === `DELETE ${path}`)).toBe(true)
})

test('a mark that cannot be loaded can be asked for again', async () => {
  let isDown = true
  serve({ [`GET ${path}`]: () => (isDown ? refused(400) : ok({ mark })) })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Admin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  await expect.element(screen.getByText('The mark could not be loaded.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('button', { name: 'End special care' })).toBeVisible()
})
