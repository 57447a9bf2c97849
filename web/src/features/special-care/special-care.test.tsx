import { getSpecialCare } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { checkReason } from '../../testing/reason-dialog.ts'
import { ok, refused, type Served, serve, stale } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { KeepFocus } from '../../ui/shell/KeepFocus.tsx'
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
  expect(asked.findLast(({ call }) => call === `POST ${path}`)?.body).toEqual({
    reason: 'Works in the kitchen',
    from: null,
  })
})

test('the focus begins in the reason, however late the mark is read', async () => {
  const read = Promise.withResolvers<Served>()
  serve({ [`GET ${path}`]: () => read.promise })
  const { screen } = await show(
    <>
      <KeepFocus />
      <SpecialCare patientKey="P-1" />
    </>,
    { role: 'Admin' },
  )
  await screen.getByRole('button', { name: 'Special care' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Special care' })
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  read.resolve(ok({ mark }))
  await expect.element(dialog.getByRole('textbox')).toHaveFocus()
})

/** A dialog over a mark that a colleague has changed since it was opened. */
const openedBefore = async (theirs: string | null) => {
  let current = theirs === null ? null : { ...mark, reason: theirs }
  const asked = serve({
    [`GET ${path}`]: ok({ mark }),
    [`POST ${path}`]: ({ body }) => {
      if (body?.['from'] !== (current?.reason ?? null)) return stale({ current })
      current = { ...mark, reason: String(body?.['reason']) }
      return ok()
    },
  })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Admin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Special care' })
  await dialog.getByRole('textbox').fill('Is threatened')
  await dialog.getByRole('button', { name: 'Save reason' }).click()
  await expect.element(dialog.getByText('This was changed while you were editing')).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Is threatened')
  return { dialog, bodies: () => asked.filter(({ call }) => call === `POST ${path}`).map(({ body }) => body) }
}

test('a reason that a colleague saved meanwhile stands beside what was typed, which can be kept', async () => {
  const { dialog, bodies } = await openedBefore('Is in the news')
  await expect.element(dialog.getByRole('cell', { name: 'Is in the news' })).toBeVisible()
  await expect.element(dialog.getByRole('cell', { name: 'Is threatened' })).toBeVisible()
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bodies()).toEqual([
    { reason: 'Is threatened', from: 'Works in the kitchen' },
    { reason: 'Is threatened', from: 'Is in the news' },
  ])
})

test('special care that a colleague ended meanwhile can stay ended', async () => {
  const { dialog, bodies } = await openedBefore(null)
  await expect.element(dialog.getByRole('cell', { name: 'No special care' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep the saved version' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bodies()).toHaveLength(1)
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

test.each([
  ['Keep mine', ['Works in the kitchen', 'Is in the news']],
  ['Keep the saved version', ['Works in the kitchen']],
])('a reason that a colleague saved meanwhile is seen before special care ends: %s', async (choice, sent) => {
  const current = { ...mark, reason: 'Is in the news' }
  const asked = serve({
    [`GET ${path}`]: ok({ mark }),
    [`DELETE ${path}`]: ({ body }) => (body?.['from'] === current.reason ? ok() : stale({ current })),
  })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Admin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Special care' })
  await dialog.getByRole('button', { name: 'End special care' }).click()
  await expect.element(dialog.getByText('This was changed while you were editing')).toBeVisible()
  await expect.element(dialog.getByRole('cell', { name: 'Is in the news' })).toBeVisible()
  await expect.element(dialog.getByRole('cell', { name: 'No special care' })).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Works in the kitchen')
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('button', { name: choice }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked.filter(({ call }) => call === `DELETE ${path}`).map(({ body }) => body)).toEqual(
    sent.map((from) => ({ from })),
  )
})

test('who would rather save a reason than end special care is asked about the reason', async () => {
  let current = { ...mark, reason: 'Is in the news' }
  const asked = serve({
    [`GET ${path}`]: ok({ mark }),
    [`DELETE ${path}`]: stale({ current }),
    [`POST ${path}`]: ({ body }) => {
      if (body?.['from'] !== current.reason) return stale({ current })
      current = { ...mark, reason: String(body['reason']) }
      return ok()
    },
  })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Admin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Special care' })
  await dialog.getByRole('button', { name: 'End special care' }).click()
  await expect.element(dialog.getByRole('cell', { name: 'No special care' })).toBeVisible()
  await dialog.getByRole('textbox').fill('Is threatened')
  await dialog.getByRole('button', { name: 'Save reason' }).click()
  await expect.element(dialog.getByRole('cell', { name: 'Is threatened' })).toBeVisible()
  await expect.element(dialog.getByRole('cell', { name: 'No special care' })).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const changes = asked.filter(({ call }) => call.endsWith(path) && !call.startsWith('GET'))
  expect(changes.map(({ call, body }) => [call.split(' ')[0], body])).toEqual([
    ['DELETE', { from: 'Works in the kitchen' }],
    ['POST', { reason: 'Is threatened', from: 'Works in the kitchen' }],
    ['POST', { reason: 'Is threatened', from: 'Is in the news' }],
  ])
})

test('while special care is being ended, no other reason can be saved', async () => {
  const ended = Promise.withResolvers<Served>()
  serve({ [`GET ${path}`]: ok({ mark }), [`DELETE ${path}`]: () => ended.promise })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Admin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Special care' })
  await dialog.getByRole('button', { name: 'End special care' }).click()
  await expect.element(dialog.getByRole('textbox')).toHaveAttribute('readonly')
  await expect.element(dialog.getByRole('button', { name: 'Save reason' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  ended.resolve(ok())
  await expect.element(dialog).not.toBeInTheDocument()
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

test('a typed reason stays when the mark cannot be read again', async () => {
  let isDown = false
  const asked = serve({ [`GET ${path}`]: () => (isDown ? refused(500) : ok({ mark: null })) })
  const { screen } = await show(<SpecialCare patientKey="P-1" />, { role: 'Admin' })
  await screen.getByRole('button', { name: 'Special care' }).click()
  const reason = screen.getByRole('dialog').getByRole('textbox')
  await reason.fill('Works in the kitchen')
  isDown = true
  await refreshCall(getSpecialCare)
  expect(asked.length).toBe(2)
  await expect.element(reason).toHaveValue('Works in the kitchen')
})
