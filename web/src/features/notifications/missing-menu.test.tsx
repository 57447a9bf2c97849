import { expect, test, vi } from 'vitest'
import { entry, serveNotifications } from '../../testing/serve-notifications.ts'
import { show } from '../../testing/show.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import { NotificationBell } from './NotificationBell.tsx'

vi.mock('./BellMenu.tsx', () => ({
  get BellMenu() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/BellMenu.js')
  },
}))

test('a menu that did not load offers to reload at each press after it was dismissed, and nothing was read', async () => {
  const { through } = serveNotifications(2, [entry(0), entry(1)])
  const { screen } = await show(
    <>
      <NoticeBar />
      <NotificationBell />
    </>,
    { role: 'Physician', at: '/operatorPatientlist' },
  )
  const sentence = screen.getByText(/This page did not load completely/)
  const bell = screen.getByRole('button', { name: 'Notifications, 2 unread' })
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(sentence).toBeVisible()
  await expect.element(bell).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(bell).toHaveAttribute('aria-expanded', 'false')
  await bell.click()
  await expect.element(sentence).toBeVisible()
  await bell.click()
  await expect.element(sentence).not.toBeInTheDocument()
  await expect.element(bell).toBeVisible()
  expect(through()).toEqual([])
})
