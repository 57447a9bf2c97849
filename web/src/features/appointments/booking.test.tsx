import { hourMs, siteDay } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { noteServerTime } from '../../platform/http/server-clock.ts'
import { axeHits } from '../../testing/axe.ts'
import { config, refused, serve } from '../../testing/serve.ts'
import { show, signIn } from '../../testing/show.tsx'
import { AppointmentTab } from './AppointmentTab.tsx'
import { ExternalWidget } from './ExternalWidget.tsx'
import { NextAppointment } from './NextAppointment.tsx'
import { monthName, monthOf } from './site-days.ts'
import { daysAhead } from './VisitGuide.tsx'

const zone = 'America/New_York'
const month = monthOf(siteDay(new Date(), zone), 1)
const at = (time: string) => `${month.slice(0, 8)}15T${time}:00.000Z`
const slot = (time: string) => ({ start: at(time), end: at(time).replace(':00:', ':30:') })
const appointment = { ...slot('16:00'), id: '01930000-0000-7000-8000-000000000001', status: 'booked' as const }
const listed = (...appointments: object[]) => [200, { appointments, time_zone: zone }] as [number, unknown]
const free = (...times: string[]) => [200, { slots: times.map(slot), time_zone: zone }] as [number, unknown]
const calls = {
  list: 'GET /patient/appointments/',
  slots: 'GET /patient/appointment_slots/',
  book: 'POST /patient/appointments/',
}

const showTab = async (answers: Parameters<typeof serve>[0]) => {
  signIn('Patient')
  const sent = serve({ [calls.list]: () => listed(), ...answers })
  return { sent, ...(await show(<AppointmentTab notice={null} isReady />)) }
}

test('a month without free times says so and leads to the next one', async () => {
  const { screen } = await showTab({
    [calls.slots]: ({ search }) => (search.includes(`from=${month}`) ? free('16:00') : free()),
  })
  await screen.getByRole('button', { name: `Show ${monthName(month)}` }).click()
  const day = screen.getByRole('button', { name: /15, 1 time available$/ })
  await expect.element(day).toBeEnabled()
  await expect.element(screen.getByRole('button', { name: /14, no times available$/ })).toBeDisabled()
  await day.click()
  await expect.element(screen.getByText(/^1 time available on .* 15$/)).toHaveFocus()
  expect(await axeHits()).toEqual([])
})

test('on the narrowest phone a time is one line', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(320, 640)
  const { screen } = await showTab({
    [calls.slots]: ({ search }) => (search.includes(`from=${month}`) ? free('16:00', '17:30') : free()),
  })
  await screen.getByRole('button', { name: 'Next month' }).click()
  await screen.getByRole('button', { name: /15, 2 times available$/ }).click()
  const time = await screen.getByText('12:30 PM', { exact: true }).findElement()
  expect(time.getBoundingClientRect().height).toBeLessThan(30)
})

test('a patient of a clinic without any times reads whom to ask', async () => {
  const { screen } = await showTab({ [calls.slots]: () => free() })
  const link = screen.getByRole('link', { name: 'write to the care team' })
  await expect.element(link).toHaveAttribute('href', '/messages')
})

test('the next free time is one press away, and said', async () => {
  const { sent, screen } = await showTab({
    [calls.slots]: ({ search }) => (search.includes(`from=${month}`) ? free('16:00', '16:30') : free()),
    [calls.book]: [200, { appointment }],
  })
  await screen.getByRole('button', { name: 'Next month' }).click()
  await screen.getByRole('button', { name: /^Next available time: .* 15 · / }).click()
  await expect.element(screen.getByText(/^2 times available on .* 15$/)).toHaveFocus()
  await expect.element(screen.getByRole('radio').first()).toBeChecked()
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  await expect.poll(() => sent.find(({ call }) => call === calls.book)?.body).toMatchObject({ start: at('16:00') })
})

test('a time that was just taken is told, the fresh times are shown, and the day stays chosen', async () => {
  let left = ['16:00', '16:30']
  const { screen } = await showTab({
    [calls.slots]: ({ search }) => (search.includes(`from=${month}`) ? free(...left) : free()),
    [calls.book]: () => {
      left = ['16:30']
      return refused(409, 'This time was just taken. Please choose another one.')
    },
  })
  await screen.getByRole('button', { name: 'Next month' }).click()
  await screen.getByRole('button', { name: /15, 2 times available$/ }).click()
  await screen.getByRole('radio').first().click()
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('This time was just taken. Please choose another one.')
  expect(screen.getByRole('radio').all()).toHaveLength(1)
  await expect.element(screen.getByText(/^1 time available on .* 15$/)).toBeVisible()
})

test('without a response nothing that was chosen is lost', async () => {
  const { screen } = await showTab({ [calls.slots]: () => free('16:00'), [calls.book]: () => 'no network' })
  await screen.getByRole('button', { name: 'Next month' }).click()
  await screen.getByRole('button', { name: /15, 1 time available$/ }).click()
  await screen.getByRole('radio').first().click()
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The portal did not respond. Please try again. Nothing will be saved twice.')
  await expect.element(screen.getByRole('radio').first()).toBeChecked()
})

test('what was booked behind a lost response stays chosen, though it is no longer free, and is confirmed once more', async () => {
  let [left, isLost] = [['16:00', '16:30'], true]
  const { sent, screen } = await showTab({
    [calls.slots]: ({ search }) => (search.includes(`from=${month}`) ? free(...left) : free()),
    [calls.book]: () => {
      left = ['16:30']
      return isLost ? 'no network' : [200, { appointment }]
    },
  })
  const confirm = () => screen.getByRole('button', { name: 'Confirm booking' }).click()
  await screen.getByRole('button', { name: 'Next month' }).click()
  await screen.getByRole('button', { name: /15, 2 times available$/ }).click()
  await screen.getByRole('radio').first().click()
  await confirm()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^The portal did not respond/)
  await expect.element(screen.getByRole('button', { name: /15, 1 time available$/ })).toBeVisible()
  await expect.element(screen.getByRole('radio').first()).toBeChecked()
  isLost = false
  await confirm()
  await expect.element(screen.getByText('Your appointment is booked')).toBeVisible()
  const bodies = sent.filter(({ call }) => call === calls.book).map(({ body }) => body)
  expect(bodies).toEqual(Array(3).fill({ start: at('16:00') }))
})

test('what was booked behind lost responses is confirmed once the list of appointments shows it', async () => {
  let visits: object[] = []
  const { sent, screen } = await showTab({
    [calls.list]: () => listed(...visits),
    [calls.slots]: ({ search }) => (search.includes(`from=${month}`) ? free('16:00') : free()),
    [calls.book]: () => {
      visits = [appointment]
      return 'no network'
    },
  })
  await screen.getByRole('button', { name: 'Next month' }).click()
  await screen.getByRole('button', { name: /15, 1 time available$/ }).click()
  await screen.getByRole('radio').first().click()
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  await expect.element(screen.getByRole('status').filter({ hasText: 'Your appointment is booked' })).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: /^Reschedule: / })).toBeVisible()
  expect(screen.getByRole('alert').filter({ hasText: 'did not respond' }).all()).toEqual([])
  expect(sent.filter(({ call }) => call === calls.book)).toHaveLength(2)
})

test('offline a booking waits, and goes off once when the network is back', async () => {
  const { sent, screen } = await showTab({ [calls.slots]: () => free('16:00'), [calls.book]: [200, { appointment }] })
  const booked = () => sent.filter(({ call }) => call === calls.book)
  await screen.getByRole('button', { name: 'Next month' }).click()
  await screen.getByRole('button', { name: /^Next available time/ }).click()
  onlineManager.setOnline(false)
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  expect(screen.getByRole('alert').all()).toHaveLength(0)
  expect(booked()).toEqual([])
  onlineManager.setOnline(true)
  await expect.poll(booked).toHaveLength(1)
})

test('appointments and free times that could not be fetched can be asked for again', async () => {
  let broken = true
  const { screen } = await showTab({
    [calls.list]: () => (broken ? refused(503) : listed()),
    [calls.slots]: () => (broken ? refused(503) : free('16:00')),
  })
  await expect.element(screen.getByText('The appointments could not be loaded. Please try again.')).toBeVisible()
  // It is not known whether there are any.
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Appointment')
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('heading', { name: '1. Choose a day' })).toBeVisible()
})

test('the home card shows the first appointment ahead, not a cancelled or a past one', async () => {
  signIn('Patient')
  const past = { ...appointment, start: '2020-01-01T16:00:00.000Z', end: '2020-01-01T16:30:00.000Z' }
  const later = { ...appointment, ...slot('18:00') }
  const cancelled = { ...appointment, ...slot('15:00'), status: 'cancelled' }
  serve({ [calls.list]: () => listed(later, appointment, cancelled, past) })
  const { screen } = await show(<NextAppointment />)
  await expect.element(screen.getByText(/at (11:00 AM|12:00 PM)$/)).toBeVisible()
  const link = screen.getByRole('link', { name: 'Reschedule' })
  await expect.element(link).toHaveAttribute('href', `/patient/appointment?move=${appointment.id}`)
  expect(await axeHits()).toEqual([])
})

test('a visit that has begun is shown, and cannot be moved', async () => {
  signIn('Patient')
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  serve({ [calls.list]: () => listed({ ...appointment, start: inMinutes(-5), end: inMinutes(25) }) })
  const { screen } = await show(<NextAppointment />)
  await expect.element(screen.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Reschedule' })).not.toBeInTheDocument()
})

const dated = (ms: number) => ({ date: new Date(ms).toUTCString(), 'cache-control': 'no-store' })

test('on a phone whose clock is three hours fast a visit of today is still ahead', async () => {
  signIn('Patient')
  const server = Date.parse(appointment.start) - hourMs
  vi.useFakeTimers({ now: server + 3 * hourMs, toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    noteServerTime(new Headers(dated(Date.now())))
  })
  const body = { appointments: [appointment], time_zone: zone }
  serve({ [calls.list]: () => Response.json(body, { headers: dated(server) }) })
  const home = await show(<NextAppointment />)
  await expect.element(home.screen.getByText(/^Next appointment · Today$/)).toBeVisible()
  await expect.element(home.screen.getByRole('link', { name: 'Reschedule' })).toBeVisible()
  const tab = await show(<AppointmentTab notice={null} isReady />)
  await expect.element(tab.screen.getByRole('button', { name: /^Cancel appointment/ })).toBeVisible()
})

test('appointments that cannot be fetched are not told as none', async () => {
  signIn('Patient')
  let broken = true
  serve({ [calls.list]: () => (broken ? refused(500) : listed(appointment)) })
  const { screen } = await show(<NextAppointment />)
  await expect.element(screen.getByText('The next appointment could not be loaded. Please try again.')).toBeVisible()
  expect(screen.getByText('No appointment yet').query()).toBeNull()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('link', { name: 'Reschedule' })).toBeVisible()
})

test('another scheduling service stands in a frame that is fenced in, and has a way out of it', async () => {
  serve({})
  const { screen } = await show(<ExternalWidget url="https://booking.example/clinic" />)
  const frame = screen.getByTitle('Booking page of the clinic')
  await expect.element(frame).toHaveAttribute('src', 'https://booking.example/clinic')
  // Written out by hand: nothing else may be added, least of all allow-top-navigation, allow-modals or allow-downloads.
  expect(frame.element().getAttribute('sandbox')?.split(' ').sort()).toEqual([
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-same-origin',
    'allow-scripts',
  ])
  await expect.element(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  const link = screen.getByRole('link', { name: 'Open in a new tab' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.element(screen.getByText(/^You are offline/)).toBeVisible()
  await expect.element(frame).not.toBeInTheDocument()
  window.dispatchEvent(new Event('online'))
  await expect.element(frame).toBeInTheDocument()
  vi.restoreAllMocks()
})

test('a visit ahead says where it is, how to get there, whom to call, how long it is until then, and how to get ready', async () => {
  const { screen } = await showTab({ [calls.list]: () => listed(appointment) })
  const card = screen.getByRole('listitem').filter({ hasText: 'Please arrive' })
  await expect.element(card.getByRole('link', { name: 'Get directions' })).toBeVisible()
  const directions = card.getByRole('link', { name: 'Get directions' }).element().getAttribute('href') ?? ''
  expect(new URL(directions).searchParams.get('destination')).toBe(config.contact.address)
  await expect.element(card.getByRole('link', { name: `Call ${config.contact.phone}` })).toBeVisible()
  await expect.element(card.getByText(/^In \d+ days/)).toBeVisible()
  await card.getByText('How to get ready').click()
  await expect.element(card.getByText(/Leave jewelry/)).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('days ahead are counted by the calendar of the site', () => {
  const now = new Date('2032-03-10T04:30:00Z')
  expect(daysAhead('2032-03-10T04:50:00Z', zone, now)).toBe('Today')
  expect(daysAhead('2032-03-10T15:00:00Z', zone, now)).toBe('Tomorrow')
  expect(daysAhead('2032-03-15T15:00:00Z', zone, now)).toBe('In 6 days')
})
