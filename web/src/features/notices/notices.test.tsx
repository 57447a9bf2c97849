import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { clearSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type Served } from '../../testing/serve.ts'
import { signOut } from '../../testing/show.tsx'
import { NoticesCard } from './NoticesCard.tsx'
import { browser, calls, claims, emailOf, key, none, open } from './notices-fixtures.tsx'

afterEach(() => onlineManager.setOnline(true))
beforeEach(() => {
  signOut()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each(['light', 'dark'] as const)(
  'in %s what can be chosen has switches, and the rest says why not',
  async (scheme) => {
    await page.viewport(390, 800)
    browser()
    const { screen } = await open({}, { scheme })
    await expect.element(screen.getByRole('switch', claims)).toBeChecked()
    await expect
      .element(screen.getByRole('switch', { name: 'Push: Changes to your reimbursement requests' }))
      .not.toBeChecked()
    await expect.element(screen.getByText('Always by email, to keep your account safe.')).toBeVisible()
    expect(screen.getByRole('switch', { name: /Your account|caregiver books, reschedules/ }).elements()).toHaveLength(1)
    expect(screen.getByRole('switch', emailOf('New files from your clinic')).elements()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await axeHits()).toEqual([])
  },
)

test('each press is saved with all that was chosen before, and says what was pressed', async () => {
  browser()
  const { screen, bodies } = await open()
  await screen.getByRole('switch', claims).click()
  await expect.element(screen.getByRole('status').getByText('Saved')).toBeInTheDocument()
  await expect.element(screen.getByRole('list').getByText('Saved')).toBeVisible()
  await screen.getByRole('switch', emailOf('Reminders the day before an appointment')).click()
  await expect
    .poll(() => bodies(calls.save))
    .toEqual([
      { email_off: ['claims'], push_on: [], changed: { email: ['claims'], push: [] } },
      { email_off: ['claims', 'reminders'], push_on: [], changed: { email: ['reminders'], push: [] } },
    ])
})

test.each<[Served, RegExp]>([
  ['no network', /^This may have been saved, but the portal did not respond/],
  [refused(500), /^Your choice could not be saved/],
])('a choice that could not be saved is said, and the switch goes back', async (answer, sentence) => {
  browser()
  const { screen } = await open({ [calls.save]: answer })
  await screen.getByRole('switch', claims).click()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('switch', claims)).toBeChecked()
  expect(await axeHits()).toEqual([])
})

const switchOf = (screen: Awaited<ReturnType<typeof open>>['screen'], name: string) =>
  screen.getByRole('switch', emailOf(name)).element() as HTMLElement
const reminders = 'Reminders the day before an appointment'

test('of two switches that are pressed before either is drawn both count', async () => {
  browser()
  const { screen, bodies } = await open()
  await expect.element(screen.getByRole('switch', claims)).toBeVisible()
  for (const one of [switchOf(screen, 'Changes to your reimbursement requests'), switchOf(screen, reminders)])
    one.click()
  await expect.poll(() => bodies(calls.save)).toHaveLength(2)
  expect(bodies(calls.save)[1]).toMatchObject({ email_off: ['claims', 'reminders'] })
})

test('a press that fails is sent again with the one that waits for it', async () => {
  browser()
  const first = Promise.withResolvers<Served>()
  let answer: Served | Promise<Served> = first.promise
  const { screen, bodies } = await open({ [calls.save]: () => answer })
  await screen.getByRole('switch', claims).click()
  await expect.poll(() => bodies(calls.save)).toHaveLength(1)
  await screen.getByRole('switch', emailOf(reminders)).click()
  await expect.element(screen.getByRole('switch', emailOf(reminders))).not.toBeChecked()
  answer = ok({ message: 'Saved' })
  first.resolve(refused(500))
  await expect
    .poll(() => bodies(calls.save)[1])
    .toMatchObject({
      email_off: ['claims', 'reminders'],
      changed: { email: ['claims', 'reminders'] },
    })
})

test('what is chosen without network waits, says so, and is sent as one', async () => {
  browser()
  const { screen, bodies } = await open()
  await expect.element(screen.getByRole('switch', claims)).toBeVisible()
  onlineManager.setOnline(false)
  for (const name of [claims, emailOf(reminders)]) {
    await screen.getByRole('switch', name).click()
    await expect.element(screen.getByRole('switch', name)).not.toBeChecked()
  }
  await expect.element(screen.getByText(/Your changes will be sent as soon as the connection is back/)).toBeVisible()
  expect(bodies(calls.save)).toEqual([])
  onlineManager.setOnline(true)
  await expect
    .poll(() => bodies(calls.save))
    .toEqual([
      { email_off: ['claims', 'reminders'], push_on: [], changed: { email: ['claims', 'reminders'], push: [] } },
    ])
  await expect.element(screen.getByRole('list').getByText('Saved')).toBeVisible()
})

const unchanged = 'Your notification settings were not changed, because there was no connection.'

test('whoever stops waiting sees what is saved and why, and nothing is sent', async () => {
  browser()
  const { screen, bodies } = await open()
  await expect.element(screen.getByRole('switch', claims)).toBeVisible()
  onlineManager.setOnline(false)
  await screen.getByRole('switch', claims).click()
  await screen.getByRole('button', { name: 'Stop waiting' }).click()
  await expect.element(screen.getByRole('switch', claims)).toBeChecked()
  await expect.element(screen.getByText(unchanged)).toBeVisible()
  onlineManager.setOnline(true)
  await screen.getByRole('switch', emailOf(reminders)).click()
  await expect.poll(() => bodies(calls.save)).toMatchObject([{ email_off: ['reminders'] }])
  await expect.element(screen.getByText(unchanged)).not.toBeInTheDocument()
})

test('a choice that waits is not called saved because the one before was, also after waiting', async () => {
  browser()
  const { screen } = await open()
  const saved = screen.getByText('Saved')
  await screen.getByRole('switch', claims).click()
  await expect.element(saved.first()).toBeVisible()
  onlineManager.setOnline(false)
  await screen.getByRole('switch', emailOf(reminders)).click()
  await expect.element(screen.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
  expect(saved.elements()).toEqual([])
  await screen.getByRole('button', { name: 'Stop waiting' }).click()
  await expect.element(screen.getByText(unchanged)).toBeVisible()
  expect(saved.elements()).toEqual([])
})

const Leaving = () => {
  const [isLeft, setLeft] = useState(false)
  return (
    <>
      {!isLeft && <NoticesCard />}
      <button type="button" onClick={() => setLeft(true)}>
        Leave
      </button>
    </>
  )
}
const toPress = {
  'a choice': emailOf(reminders),
  'this device': { name: 'Push notifications on this device' },
}

test.each(Object.entries(toPress))('whoever leaves while %s waits reads that nothing was changed', async (_, name) => {
  browser({ permission: 'granted', subscribed: true })
  const { screen, bodies } = await open({}, { card: <Leaving /> })
  await expect.element(screen.getByRole('switch', toPress['this device'])).toBeChecked()
  onlineManager.setOnline(false)
  await screen.getByRole('switch', name).click()
  await expect.element(screen.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByText(unchanged)).toBeVisible()
  onlineManager.setOnline(true)
  await expect.element(screen.getByRole('button', { name: 'Stop waiting' })).not.toBeInTheDocument()
  expect([...bodies(calls.save), ...bodies(calls.remove)]).toEqual([])
})

test('whoever is signed out meanwhile leaves no word of it', async () => {
  browser()
  const { screen } = await open({}, { card: <Leaving /> })
  await expect.element(screen.getByRole('switch', claims)).toBeVisible()
  onlineManager.setOnline(false)
  await screen.getByRole('switch', claims).click()
  await expect.element(screen.getByRole('button', { name: 'Stop waiting' })).toBeVisible()
  clearSession()
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByRole('button', { name: 'Stop waiting' })).not.toBeInTheDocument()
  expect(screen.getByText(unchanged).elements()).toEqual([])
})

test('settings that do not come can be asked for again', async () => {
  browser()
  let answer: Served = refused(500)
  const { screen } = await open({ [calls.get]: () => answer })
  await expect.element(screen.getByText('Your notification settings could not be loaded.')).toBeVisible()
  answer = ok({ ...none, push_key: key })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('switch', claims)).toBeVisible()
})

test('a portal without keys speaks of emails only', async () => {
  browser()
  const { screen, bodies, thisDevice } = await open({}, { push_key: '' })
  await expect.element(screen.getByRole('switch', claims)).toBeVisible()
  expect(screen.getByRole('switch', { name: /^Push/ }).elements()).toEqual([])
  expect(screen.getByText('New files from your clinic').elements()).toEqual([])
  expect(thisDevice.elements()).toEqual([])
  expect(bodies(calls.keep)).toEqual([])
})
