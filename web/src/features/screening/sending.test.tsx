import { getMyScreening } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refreshCalls } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { signedOutAt } from '../../testing/show.tsx'
import { answered, current, type Mine, open, read, unasked, write } from './screening-fixtures.tsx'

const draft = '/common/api/draft/mrSafety/'
beforeEach(() => signedOutAt(390, 800))
afterEach(() => onlineManager.setOnline(true))

test('what could not be sent is kept, and a fault that the server finds leads back to its question', async () => {
  let answer = refused(500)
  serve({ [read]: ok(unasked), [write]: () => answer })
  const { screen, next, toTheCheck } = await open()
  await toTheCheck()
  await next('Send my answers')
  await expect.element(screen.getByText('The answers could not be sent. Please try again.')).toBeVisible()
  answer = refused(400, 'x', { fields: { weight: 'Please enter a whole number from 2 to 1000' } })
  await next('Send my answers')
  await expect.element(screen.getByText('Step 6 of 8')).toBeVisible()
  await expect.element(screen.getByLabelText(/weigh/)).toHaveFocus()
  await expect.element(screen.getByLabelText(/weigh/)).toHaveValue('165')
})

test('who gets no answer to answers that were stored learns that they were sent', { timeout: 60_000 }, async () => {
  let mine = unasked
  serve({
    [read]: () => ok(mine),
    [write]: () => {
      mine = { ...answered, current: { ...current, filled_as: 'reader' } }
      return 'no network'
    },
  })
  const { screen, next, toTheCheck } = await open()
  await toTheCheck()
  await next('Send my answers')
  await expect.element(screen.getByText('Thank you. Your answers have been sent.')).toBeVisible()
  await expect.element(screen.getByText(/^What happens next/)).toBeVisible()
})

const asked: Mine = {
  ...answered,
  current: { ...current, filled_as: 'reader' },
  state: 'cleared',
  needed_for: unasked.needed_for,
}
const unneeded = 'You do not need to answer these questions right now. You can still send your answers.'

test('who answers for a visit that is canceled meanwhile is not thanked for old answers', {
  timeout: 20_000,
}, async () => {
  let mine = asked
  const sent = serve({ [read]: () => ok(mine) })
  const { screen, pick } = await open()
  await pick(/pacemaker/, 'Yes')
  mine = { ...asked, needed_for: null }
  await refreshCalls(getMyScreening)
  await expect.element(screen.getByText(unneeded)).toBeVisible()
  await expect
    .element(screen.getByRole('group', { name: /pacemaker/ }).getByRole('radio', { name: 'Yes', exact: true }))
    .toBeChecked()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText(/You are cleared for your scan/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Something changed? Answer again' })).toBeVisible()
  expect(screen.getByText('Thank you. Your answers have been sent.').all()).toEqual([])
  expect(sent.filter(({ call }) => call === write)).toEqual([])
  expect(await axeHits()).toEqual([])
})

test('answers that failed to arrive stay in the form when their visit is canceled', { timeout: 60_000 }, async () => {
  let mine = asked
  serve({ [read]: () => ok(mine), [write]: refused(500) })
  const { screen, next, toTheCheck } = await open()
  await toTheCheck()
  mine = { ...asked, needed_for: null }
  await next('Send my answers')
  await expect.element(screen.getByText('The answers could not be sent. Please try again.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
  expect(screen.getByText('Thank you. Your answers have been sent.').all()).toEqual([])
})

/** The first answers are stored, but the network goes down before their response arrives. */
const serveLoss = (more: ServedCalls = {}) => {
  let mine: Mine = { ...answered, state: 'cleared', current: { ...current, filled_as: 'reader' } }
  const network = { isDown: false }
  const sent = serve({
    [read]: () => (network.isDown ? 'no network' : ok(mine)),
    [write]: () => {
      if (!network.isDown && mine.current?.filled_at !== current.filled_at)
        return ok({ message: 'ok', state: 'waiting' })
      mine = { ...mine, current: { ...current, filled_as: 'reader', filled_at: '2032-03-02T15:00:00.000Z' } }
      network.isDown = true
      return 'no network'
    },
    ...more,
  })
  return { sent, network }
}

test('answers given again without a response are not stored twice, and leave no draft', {
  timeout: 60_000,
}, async () => {
  const { sent, network } = serveLoss({
    [`POST ${draft}`]: ok({ saved_at: '2032-03-02T15:00:00.000Z' }),
    [`DELETE ${draft}`]: ok({ message: 'ok' }),
  })
  const { screen, next, toTheCheck } = await open()
  await screen.getByRole('button', { name: 'Something changed? Answer again' }).click()
  await toTheCheck()
  await expect.poll(() => sent.some(({ call }) => call === `POST ${draft}`)).toBe(true)
  await next('Send my answers')
  await expect.element(screen.getByText(/The portal did not respond/)).toBeVisible()
  const tries = () => sent.filter(({ call }) => call === write).length
  const before = tries()
  network.isDown = false
  await next('Send my answers')
  await expect.element(screen.getByText('Thank you. Your answers have been sent.')).toBeVisible()
  expect(tries()).toBe(before)
  await expect.poll(() => sent.some(({ call }) => call === `DELETE ${draft}`)).toBe(true)
})

test('answers changed after a lost response are sent, although the first ones were stored', {
  timeout: 60_000,
}, async () => {
  const { sent, network } = serveLoss()
  const { screen, pick, next, toTheCheck } = await open()
  await screen.getByRole('button', { name: 'Something changed? Answer again' }).click()
  await toTheCheck()
  await next('Send my answers')
  await expect.element(screen.getByText(/The portal did not respond/)).toBeVisible()
  await next('Change: Metal in your body')
  await pick(/bullet/, 'Yes')
  await screen.getByLabelText('Where in your body is it?').fill('Left hand')
  network.isDown = false
  for (let step = 3; step < 7; step++) await next()
  await next('Check my answers')
  await next('Send my answers')
  await expect.element(screen.getByText('Thank you. Your answers have been sent.')).toBeVisible()
  const last = sent.findLast(({ call }) => call === write)
  expect(last?.body).toMatchObject({ answers: { shrapnel: 'yes' } })
})

test.for(['staff', 'caregiver'] as const)(
  'who is answering while %s answer for them is not thanked for it',
  { timeout: 20_000 },
  async (filled_as) => {
    let mine = asked
    serve({ [read]: () => ok(mine) })
    const { screen, pick } = await open()
    await pick(/pacemaker/, 'Yes')
    mine = { ...asked, needed_for: null, current: { ...current, filled_as, filled_at: '2032-03-02T15:00:00.000Z' } }
    await refreshCalls(getMyScreening)
    await expect.element(screen.getByText(unneeded)).toBeVisible()
    expect(screen.getByText('Thank you. Your answers have been sent.').all()).toEqual([])
  },
)

test('without network the answers wait, as they are, and are sent once', async () => {
  const sent = serve({ [read]: ok(unasked), [write]: ok({ message: 'ok', state: 'waiting' }) })
  const { screen, next, toTheCheck } = await open()
  await toTheCheck()
  onlineManager.setOnline(false)
  await next('Send my answers')
  await expect.element(screen.getByRole('button', { name: 'Change: Metal in your body' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Send my answers' })).toBeDisabled()
  expect(sent.filter(({ call }) => call === write)).toEqual([])
  onlineManager.setOnline(true)
  await expect.element(screen.getByText('Thank you. Your answers have been sent.')).toBeVisible()
  expect(sent.filter(({ call }) => call === write)).toHaveLength(1)
})
