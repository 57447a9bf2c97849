import { type NoticeChoices, pushChoices } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { KeepPush } from './KeepPush.tsx'
import { browser, calls, claims, endpoint, key, keys, open } from './notices-fixtures.tsx'

afterEach(() => onlineManager.setOnline(true))
beforeEach(() => {
  signOut()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('push notifications of this device are turned off once the network is back', async () => {
  browser({ permission: 'granted', subscribed: true })
  const { thisDevice, bodies } = await open()
  await expect.element(thisDevice).toBeChecked()
  onlineManager.setOnline(false)
  await thisDevice.click()
  await expect.element(thisDevice).toBeChecked()
  onlineManager.setOnline(true)
  await expect.element(thisDevice).not.toBeChecked()
  expect(bodies(calls.remove)).toHaveLength(1)
})

test('what is chosen while the browser asks for permission stays chosen', async () => {
  const permission = Promise.withResolvers<string>()
  const { asked } = browser()
  asked.mockReturnValue(permission.promise)
  const { screen, bodies, thisDevice } = await open()
  await thisDevice.click()
  await screen.getByRole('switch', claims).click()
  await expect.poll(() => bodies(calls.save)).toHaveLength(1)
  permission.resolve('granted')
  await expect.poll(() => bodies(calls.save)[1]).toMatchObject({ email_off: ['claims'], push_on: pushChoices })
  await expect.element(screen.getByRole('switch', claims)).not.toBeChecked()
})

test('who chose push on another device meanwhile keeps that choice', async () => {
  browser({ permission: 'granted' })
  let push_on: NoticeChoices['push_on'] = []
  const { bodies, thisDevice } = await open({ [calls.get]: () => ok({ email_off: [], push_on, push_key: key }) })
  await expect.element(thisDevice).not.toBeChecked()
  push_on = ['messages']
  await thisDevice.click()
  await expect.element(thisDevice).toBeChecked()
  expect(bodies(calls.save)).toEqual([])
})

test('permission is asked by the press of the switch alone, and then all kinds are on', async () => {
  const { asked, pushManager } = browser()
  const { screen, bodies, thisDevice } = await open()
  const push = screen.getByRole('switch', { name: 'Push: Changes to your reimbursement requests' })
  await expect.element(push).toBeDisabled()
  await expect.element(screen.getByText(/first turn on push notifications for this device/)).toBeVisible()
  expect(asked).not.toHaveBeenCalled()
  await thisDevice.click()
  await expect.element(thisDevice).toBeChecked()
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key })
  expect(bodies(calls.add)).toEqual([{ endpoint, keys }])
  await expect.poll(() => bodies(calls.save)).toMatchObject([{ email_off: [], push_on: pushChoices }])
  await expect.element(push).toBeChecked()
  await push.click()
  await expect.element(push).not.toBeChecked()
})

test('a second device adds to what was chosen nothing but itself, and can be turned off', async () => {
  browser({ permission: 'granted' })
  const { bodies, thisDevice } = await open({}, { saved: { email_off: [], push_on: ['messages'] } })
  await thisDevice.click()
  await expect.element(thisDevice).toBeChecked()
  expect(bodies(calls.save)).toEqual([])
  await thisDevice.click()
  await expect.element(thisDevice).not.toBeChecked()
  expect(bodies(calls.remove)).toEqual([{ endpoint }])
})

test('a device that could not be turned on or off says so', async () => {
  browser({ permission: 'granted', subscribed: true })
  const { screen, thisDevice } = await open({
    [calls.keep]: ok({ on: false }),
    [calls.add]: 'no network',
  })
  await thisDevice.click()
  await expect.element(screen.getByText(/^This may have been saved, but the portal did not respond/)).toBeVisible()
  await expect.element(thisDevice).not.toBeChecked()
})

test('a question that was closed without an answer can be asked again', async () => {
  browser({ answer: 'default' })
  const { screen, bodies, thisDevice } = await open()
  await thisDevice.click()
  await expect.element(screen.getByText(/was not allowed to show notifications/)).toBeVisible()
  await expect.element(thisDevice).not.toBeChecked()
  expect(bodies(calls.add)).toEqual([])
})

test('who says no reads how to allow it again', async () => {
  const { notification, asked } = browser()
  asked.mockImplementation(async () => {
    notification.permission = 'denied'
    return 'denied'
  })
  const { screen, bodies, thisDevice } = await open()
  await thisDevice.click()
  await expect.element(screen.getByText(/Your browser blocks notifications from this portal/)).toBeVisible()
  expect(thisDevice.elements()).toEqual([])
  expect(bodies(calls.add)).toEqual([])
  expect(await axeHits()).toEqual([])
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', /On an iPhone or iPad/],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'This browser cannot show push notifications.'],
])('%s without push reads what to do', async (userAgent, text) => {
  browser()
  const manager = Object.getOwnPropertyDescriptor(window, 'PushManager')!
  Reflect.deleteProperty(window, 'PushManager')
  onTestFinished(() => void Object.defineProperty(window, 'PushManager', manager))
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const { screen } = await open()
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('whoever signs in takes the browser over; one without push says nothing', async () => {
  browser({ subscribed: true })
  const sent = serve({ [calls.keep]: ok({ on: false }) })
  await show(<KeepPush />, { role: 'Patient' })
  await expect.poll(() => sent.map(({ call, body }) => [call, body])).toEqual([[calls.keep, { endpoint }]])
  signOut()
  browser()
  const silent = serve({})
  await show(<KeepPush />, { role: 'Patient' })
  expect(silent).toEqual([])
})
