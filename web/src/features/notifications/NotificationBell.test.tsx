import type { Notification } from '@fornix/contract'
import { expect, test } from 'vitest'
import { renderPage, stubServer } from '../patients/test-app.tsx'
import { NotificationBell } from './NotificationBell.tsx'

const entry = (at: number): Notification => ({
  id: `01930000-0000-7000-8000-00000000000${at}`,
  item_type: 'file',
  patient_name: `Patient ${at}`,
  patient_id: `P-${at}`,
  read: false,
  timestamp: '2026-03-01T15:00:00.000Z',
  item_id: `file-${at}`,
})
const server = (unread: number, notifications: Notification[]) => {
  let count = unread
  return stubServer({
    'GET /operator/get_all_notifications/PR-1/': () => ({
      body: { notifications, count, total: notifications.length, total_pages: 1 },
    }),
    'GET /operator/read_all_notifications/PR-1/': () => {
      count = 0
      return { body: { message: 'ok' } }
    },
    'POST /patient/set_patient_session/': () => ({ body: { message: 'ok' } }),
  })
}
const render = () => renderPage(NotificationBell, { role: 'Physician', at: '/operatorPatientlist' })
const nine = Array.from({ length: 9 }, (_, at) => entry(at))

test('nothing is asked before the first poll is due', async () => {
  const asked = server(1, nine)
  const screen = await render()
  await expect.element(screen.getByRole('button', { name: 'Notifications, none unread' })).toBeVisible()
  expect(asked).toEqual([])
})

test('opening shows the last eight, and above 99 the badge reads 99+ while the name tells the number', async () => {
  server(120, nine)
  const screen = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(screen.getByText('99+')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Notifications, 120 unread' })).toBeInTheDocument()
  await expect.element(screen.getByText('Patient 7', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Patient 8', { exact: true })).not.toBeInTheDocument()
})

test('opened and closed, all are read and the badge goes', async () => {
  const asked = server(2, nine.slice(0, 2))
  const screen = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  await expect.element(screen.getByRole('button', { name: 'Notifications, none unread' })).toBeVisible()
  await expect.poll(() => asked.some(({ path }) => path.includes('read_all'))).toBe(true)
})

test('an entry about a file opens the File tab of its patient', async () => {
  server(1, [entry(4)])
  const screen = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await screen.getByText('Patient 4').click()
  await expect.poll(() => screen.router.state.location.pathname).toBe('/profile')
  expect(screen.router.state.location.search).toBe('?tab=file')
  expect(screen.router.state.location.state).toEqual({ patientKey: 'P-4' })
})

test('without notifications the dropdown says so', async () => {
  server(0, [])
  const screen = await render()
  await screen.getByRole('button', { name: /Notifications/ }).click()
  await expect.element(screen.getByText('No notifications yet')).toBeVisible()
})
