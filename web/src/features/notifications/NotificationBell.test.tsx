import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { entry, serveNotifications } from '../../testing/serve-notifications.ts'
import { show } from '../../testing/show.tsx'
import { NotificationBell } from './NotificationBell.tsx'

const render = () => show(<NotificationBell />, { role: 'Physician', at: '/operatorPatientlist' })
const Two = () => (
  <>
    <NotificationBell />
    <NotificationBell />
  </>
)
const nine = Array.from({ length: 9 }, (_, at) => entry(at))

test('nothing is asked, and no number is claimed, before the first poll is due', async () => {
  const { lists } = serveNotifications(1, nine)
  const { screen } = await render()
  await expect.element(screen.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  expect(lists()).toEqual([])
})

test('opening shows the last eight, and above 99 the badge reads 99+ while the name tells the number', async () => {
  serveNotifications(120, nine)
  const { screen } = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(screen.getByText('99+')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Notifications, 120 unread' })).toBeInTheDocument()
  await expect.element(screen.getByText('Patient 7', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Patient 8', { exact: true })).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('on the narrowest phone the list stays inside the window', async () => {
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(1280, 800))
  serveNotifications(2, nine.slice(0, 2))
  const { screen } = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(screen.getByText('Patient 1', { exact: true })).toBeVisible()
  const { left, right } = screen.getByRole('dialog').element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(320)
})

test('opened and closed, all that was shown is read and the badge goes', async () => {
  const { through } = serveNotifications(2, nine.slice(0, 2))
  const { screen } = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await expect.element(screen.getByRole('button', { name: 'Notifications, none unread' })).toBeVisible()
  await expect.poll(through).toEqual([entry(0).id])
})

test('what happens now shows at once, before the first poll, and is told to screen readers', async () => {
  const { happens, opened, lists } = serveNotifications(0, [])
  const { screen } = await render()
  await expect.poll(opened).toBe(1)
  expect(lists()).toEqual([])
  happens(entry(1))
  await expect.element(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Notifications, 1 unread')
})

test('the list is not asked for at each of many changes in a row', async () => {
  const { happens, opened, lists } = serveNotifications(0, [])
  const { screen } = await render()
  await expect.poll(opened).toBe(1)
  for (const at of [1, 2, 3, 4, 5]) {
    happens(entry(at))
    await new Promise((go) => setTimeout(go, 50))
  }
  await expect.element(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeVisible()
  expect(lists().length).toBeLessThan(5)
})

test('a stream that ends is opened again, and the list is asked for, because something may have been missed', async () => {
  const { drop, opened, lists } = serveNotifications(0, [])
  await render()
  await expect.poll(opened).toBe(1)
  drop()
  await expect.poll(opened).toBe(2)
  await expect.poll(lists).toHaveLength(1)
})

test('two windows of one session share one stream, and both are told', async () => {
  const { happens, opened } = serveNotifications(0, [])
  const { screen } = await show(<Two />, { role: 'Nurse', at: '/operatorPatientlist' })
  await expect.poll(opened).toBe(1)
  happens(entry(1))
  await expect.poll(() => screen.getByRole('button', { name: 'Notifications, 1 unread' }).elements().length).toBe(2)
  expect(opened()).toBe(1)
})

test('all notifications are one link away', async () => {
  serveNotifications(0, [])
  const { screen, router } = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await screen.getByRole('link', { name: 'All notifications' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/notifications')
})

test('an entry about a file opens the File tab of its patient', async () => {
  serveNotifications(1, [entry(4)])
  const { screen, address } = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await screen.getByText('Patient 4').click()
  await expect.poll(address).toBe('/profile?patient=P-4&tab=file')
})

test('without notifications the dropdown says so', async () => {
  serveNotifications(0, [])
  const { screen } = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(screen.getByText('No notifications yet')).toBeVisible()
})
