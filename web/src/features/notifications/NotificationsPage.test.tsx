import type { Role } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { entry, serveNotifications } from '../../testing/serve-notifications.ts'
import { show } from '../../testing/show.tsx'
import { byDay } from './by-day.ts'
import { NotificationsPage } from './NotificationsPage.tsx'

const render = (role: Role = 'Nurse') => show(<NotificationsPage />, { role, at: '/notifications' })
const all = [
  entry(1, { timestamp: new Date().toISOString() }),
  entry(2, { item_type: 'scan', read: true }),
  entry(3, { item_type: 'request' }),
]

test('notifications stand under their day, the unread ones with a word, and the filters say how many they hold', async () => {
  serveNotifications(2, all)
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Sunday, Mar 1, 2026' })).toBeVisible()
  expect(screen.getByText('Unread', { exact: true }).elements()).toHaveLength(2)
  await expect.element(screen.getByText('2 unread')).toBeVisible()
  for (const name of ['All (3)', 'Files (1)', 'Scans (1)', 'Requests (1)'])
    await expect.element(screen.getByRole('radio', { name })).toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('a filter shows its kind only, stands in the address and begins at its first page', async () => {
  const { lists } = serveNotifications(2, all)
  const { screen, router } = await show(<NotificationsPage />, {
    role: 'Nurse',
    at: '/notifications?page=3&page_size=25',
  })
  await screen.getByText('Scans (1)').click()
  await expect.element(screen.getByText('Patient 2')).toBeVisible()
  await expect.element(screen.getByText('Patient 1')).not.toBeInTheDocument()
  expect(router.state.location.search).toBe('?page_size=25&item_type=scan')
  expect(lists().at(-1)).toEqual({ page: '1', page_size: '25', item_type: 'scan' })
})

test('on a phone the filters are one line', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { lists } = serveNotifications(2, all)
  const { screen } = await render()
  const filter = screen.getByRole('combobox', { name: 'Show' })
  await filter.selectOptions('Scans (1)')
  await expect.element(screen.getByText('Patient 2')).toBeVisible()
  await expect.element(screen.getByText('Patient 1')).not.toBeInTheDocument()
  expect(lists().at(-1)).toMatchObject({ item_type: 'scan' })
  expect(filter.element().getBoundingClientRect().height).toBeLessThan(60)
  expect(await axeHits()).toEqual([])
})

test.each([
  ['Nurse', 'request', '/profile?patient=P-4&tab=scan'],
  ['Admin', 'request', '/adminScanRequests'],
  ['Admin', 'scan', '/profile?patient=P-4&tab=scan'],
  ['Physician', 'file', '/profile?patient=P-4&tab=file'],
  ['Admin', 'special_care', '/auditLog?patient=P-4&person=file-4'],
] as const)('for a %s, a %s opens %s', async (role, item_type, opened) => {
  serveNotifications(1, [entry(4, { item_type })])
  const { screen, address } = await render(role)
  await screen.getByText('Patient 4').click()
  await expect.poll(() => address()).toBe(opened)
})

test('admins read who opened a record under special care, and have a filter for it', async () => {
  serveNotifications(1, [entry(4, { item_type: 'special_care', by: 'Nora Lindt' })])
  const { screen } = await render('Admin')
  await expect.element(screen.getByText('A record under special care was opened')).toBeVisible()
  await expect.element(screen.getByText('Patient 4, opened by Nora Lindt')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Special care (1)' })).toBeInTheDocument()
  await screen.unmount()

  const other = await render()
  await expect.element(other.screen.getByRole('radio', { name: 'Files (0)' })).toBeInTheDocument()
  expect(other.screen.getByRole('radio', { name: /Special care/ }).elements()).toEqual([])
})

test('marking all as read takes the mark away from what is known; when it fails it says so', async () => {
  const { fail, mend, through } = serveNotifications(2, all)
  const { screen } = await render()
  const button = screen.getByRole('button', { name: 'Mark all as read' })
  await expect.element(button).toBeVisible()
  fail()
  await button.click()
  await expect
    .element(screen.getByText('The notifications could not be marked as read. Please try again.'))
    .toBeVisible()
  mend()
  await button.click()
  await expect.element(screen.getByText('All read')).toBeVisible()
  expect(new Set(through())).toEqual(new Set([all[0]?.id]))
  await expect.element(button).not.toBeInTheDocument()
})

test('an entry is marked as read by itself; when that fails it says so; opening one marks it, too', async () => {
  const { fail, mend } = serveNotifications(2, [...all])
  const { screen, router, address } = await render()
  const mark = screen.getByRole('button', { name: 'Mark as read: A file was uploaded, Patient 1' })
  await expect.element(mark).toBeVisible()
  fail()
  await mark.click()
  await expect.element(screen.getByText(/^The notification could not be marked as read/)).toBeVisible()
  mend()
  await mark.click()
  await expect.element(screen.getByText('1 unread')).toBeVisible()
  await expect.element(mark).not.toBeInTheDocument()
  expect(screen.getByText('Unread', { exact: true }).elements()).toHaveLength(1)
  expect(await axeHits()).toEqual([])

  await screen.getByText('Patient 3').click()
  await expect.poll(() => address()).toBe('/profile?patient=P-3&tab=scan')
  await router.navigate('/notifications')
  await expect.element(screen.getByText('All read')).toBeVisible()
})

test('on a wide screen an entry is one line', async () => {
  serveNotifications(2, [...all])
  const { screen } = await render()
  const button = screen.getByRole('button', { name: /^Access to a scan was requested/ })
  await expect.element(button).toBeVisible()
  expect(button.element().getBoundingClientRect().height).toBeLessThan(48)
})

test('marking all as read is taken back; when that fails it says so and can be tried again', async () => {
  const { fail, mend } = serveNotifications(2, all)
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.element(screen.getByText('All marked as read.')).toBeVisible()
  expect(await axeHits()).toEqual([])
  const undo = screen.getByRole('button', { name: 'Undo' })
  fail()
  await undo.click()
  await expect.element(screen.getByText(/could not be marked as unread again/)).toBeVisible()
  mend()
  await undo.click()
  await expect.element(screen.getByText('2 unread')).toBeVisible()
  await expect.element(undo).not.toBeInTheDocument()
})

test('a list that fails is asked for again on Retry; an empty one says what is missing', async () => {
  const { mend } = serveNotifications(0, [], { failing: true })
  const { screen } = await render()
  await expect.element(screen.getByText('Notifications could not be loaded.')).toBeVisible()
  mend()
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No notifications yet')).toBeVisible()
})

test('days are those of the reader’s own clock, across the end of a month', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  const at = (day: Date) => entry(1, { timestamp: day.toISOString() })
  const days = byDay([at(now), at(new Date(2026, 1, 28, 23, 59)), at(new Date(2026, 1, 27, 12))], now)
  expect(days.map(({ day }) => day)).toEqual(['Today', 'Yesterday', 'Friday, Feb 27, 2026'])
})
