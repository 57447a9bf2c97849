import { type NoticeChoices, pushChoices } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { forgetSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import { OfflineBar } from '../../ui/shell/OfflineBar.tsx'
import { KeepPush } from './KeepPush.tsx'
import { NoticesCard } from './NoticesCard.tsx'

const calls = {
  get: 'GET /patient/notices/',
  save: 'POST /patient/notices/',
  add: 'POST /patient/push/',
  keep: 'POST /patient/push/keep/',
  remove: 'POST /patient/push/remove/',
}
const key = `B${'A'.repeat(86)}`
const keys = { p256dh: key, auth: 'x'.repeat(22) }
const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
const none: NoticeChoices = { email_off: [], push_on: [] }

/** What of the browser push notifications need. */
const browser = ({ permission = 'default' as NotificationPermission, answer = 'granted', subscribed = false } = {}) => {
  const asked = vi.fn(async () => answer)
  const notification = Object.assign(vi.fn(), { permission, requestPermission: asked })
  vi.stubGlobal('Notification', notification)
  const options = {
    applicationServerKey: Uint8Array.from(atob(`${key.replaceAll('-', '+')}=`), (c) => c.charCodeAt(0)),
  }
  const subscription = {
    endpoint,
    options: { applicationServerKey: options.applicationServerKey.buffer },
    unsubscribe: vi.fn(),
    toJSON: () => ({ endpoint, keys }),
  }
  let current = subscribed ? subscription : null
  const pushManager = {
    getSubscription: async () => current,
    subscribe: vi.fn(async () => {
      current = subscription
      return subscription
    }),
  }
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as never)
  return { asked, notification, pushManager }
}

const open = async (
  answers: ServedCalls = {},
  { push_key = key, saved = none, scheme = 'light' as 'light' | 'dark', card = <NoticesCard /> } = {},
) => {
  let choices = saved
  const sent = serve({
    [calls.get]: () => ok({ ...choices, push_key }),
    [calls.save]: ({ body }) => {
      choices = body as NoticeChoices
      return ok({ message: 'Saved' })
    },
    [calls.add]: ok(),
    [calls.remove]: ok(),
    [calls.keep]: ok({ on: true }),
    ...answers,
  })
  const { screen } = await show(
    <>
      <NoticeBar />
      {card}
      <OfflineBar />
    </>,
    { role: 'Patient', scheme },
  )
  const bodies = (call: string) => sent.flatMap((one) => (one.call === call ? [one.body] : []))
  return { screen, bodies, thisDevice: screen.getByRole('switch', { name: 'Push notifications on this device' }) }
}
const emailOf = (name: string) => ({ name: `Email: ${name}` })
const claims = emailOf('Changes to your reimbursement requests')

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
  forgetSession()
  await screen.getByRole('button', { name: 'Leave' }).click()
  await expect.element(screen.getByRole('button', { name: 'Stop waiting' })).not.toBeInTheDocument()
  expect(screen.getByText(unchanged).elements()).toEqual([])
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
