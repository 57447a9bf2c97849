import { type Appointment, listMyAppointments } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { config, ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { actingIn, show, signIn, signOut } from '../../testing/show.tsx'
import { AppointmentTab } from './AppointmentTab.tsx'

const zone = 'America/New_York'
const at = (day: string, time: string) => `2032-03-${day}T${time}:00.000Z`
const appointment: Appointment = {
  id: '01930000-0000-7000-8000-000000000001',
  start: at('10', '16:00'),
  end: at('10', '16:30'),
  status: 'booked',
  room: '',
}
const when = 'Wednesday, March 10, 2032 at 11:00 AM'
const calls = {
  list: 'GET /patient/appointments/',
  slots: 'GET /patient/appointment_slots/',
  notices: 'GET /patient/notices/',
  move: `POST /patient/appointments/${appointment.id}/reschedule/`,
  cancel: `POST /patient/appointments/${appointment.id}/cancel/`,
  calendar: `GET /patient/appointments/${appointment.id}/calendar/`,
}
const listed = (appointments: Appointment[], time_zone = zone) => ok({ appointments, time_zone })
const slots = ['16:00', '17:30'].map((time) => ({ start: at('11', time), end: at('11', time) }))

const render = async (answers: ServedCalls = {}, query = '') => {
  signOut()
  const sent = serve({
    [calls.list]: listed([appointment]),
    [calls.slots]: ok({ slots, time_zone: zone }),
    [calls.notices]: ok({ email_off: [], push_on: [], push_key: '' }),
    ...answers,
  })
  const shown = await show(<AppointmentTab notice={null} isReady />, {
    role: 'Patient',
    at: `/patient/appointment${query}`,
  })
  return { ...shown, sent, asked: (call: string) => sent.filter((one) => one.call === call) }
}
type Screen = Awaited<ReturnType<typeof render>>['screen']
const press = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true }).click()

test('an appointment gets another time: the old one stays until then, and the mail is announced', async () => {
  let now = appointment
  const { screen, asked } = await render({
    [calls.list]: () => listed([now]),
    [calls.move]: ({ body }) => {
      now = { ...appointment, start: String(body?.['start']), end: at('11', '18:00') }
      return ok({ appointment: now })
    },
  })
  await press(screen, `Reschedule: ${when}`)
  await expect
    .element(screen.getByText('Current time: Wed, Mar 10 at 11:00 AM. It is kept until you confirm a new one.'))
    .toBeVisible()
  await press(screen, 'Thursday, March 11, 2 times available')
  await screen.getByRole('radio', { name: '12:30 PM' }).click()
  await expect.element(screen.getByText('Thu, Mar 11 · 12:30 PM')).toBeVisible()
  await press(screen, 'Confirm new time')
  const notice = screen.getByRole('status').filter({ hasText: 'The appointment has been rescheduled' })
  await expect.element(notice).toHaveFocus()
  await expect
    .element(notice)
    .toMatchTextContent(/A confirmation with a calendar file is on its way to amara@example\.org\./)
  await expect.element(screen.getByText('Thursday, March 11, 2032 at 12:30 PM')).toBeVisible()
  expect(asked(calls.move).map(({ body }) => body)).toEqual([{ start: at('11', '17:30'), from: appointment.start }])
})

test('who turned these emails off is promised none, and led to the settings', async () => {
  const { screen } = await render({
    [calls.notices]: ok({ email_off: ['own_visits'], push_on: [], push_key: '' }),
    [calls.cancel]: ok({ appointment: { ...appointment, status: 'cancelled' } }),
  })
  await press(screen, `Cancel appointment: ${when}`)
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(screen.getByText(/^No email is sent, because you turned these emails off\./)).toBeVisible()
  await expectLink(screen, 'Change your notification settings', '/account')
  expect(screen.getByText(/is on its way to/).elements()).toEqual([])
})

test('a caregiver reads who gets the email', async () => {
  signOut()
  signIn('Patient', { acting: actingIn('visits') })
  serve({
    [calls.list]: listed([appointment]),
    [calls.cancel]: ok({ appointment: { ...appointment, status: 'cancelled' } }),
  })
  const { screen } = await show(<AppointmentTab notice={null} isReady />)
  await expect.element(screen.getByRole('heading', { name: 'Amara’s appointments' })).toBeVisible()
  await press(screen, `Cancel appointment: ${when}`)
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(screen.getByText('Amara Abbott gets a confirmation at amara@example.org.')).toBeVisible()
})

test('the present time can be kept, and nothing is sent', async () => {
  const { screen, asked, address } = await render({}, `?move=${appointment.id}`)
  await press(screen, 'Keep the current time')
  await expect.element(screen.getByText(when)).toBeVisible()
  expect(asked(calls.move)).toEqual([])
  expect(address()).toBe('/patient/appointment')
})

test('after a link to move an appointment was followed, its address no longer asks to', async () => {
  const moved = { ...appointment, start: at('11', '16:00'), end: at('11', '16:30') }
  const { screen, address } = await render(
    { [calls.move]: ok({ appointment: moved }) },
    `?move=${appointment.id}&from=email`,
  )
  await press(screen, 'Thursday, March 11, 2 times available')
  await screen.getByRole('radio', { name: '11:00 AM' }).click()
  await press(screen, 'Confirm new time')
  await expect.element(screen.getByRole('status').filter({ hasText: 'has been rescheduled' })).toHaveFocus()
  expect(address()).toBe('/patient/appointment?from=email')
})

test('an appointment that was moved behind lost responses is confirmed once the list shows its new time', async () => {
  let now = appointment
  const { screen, address } = await render(
    {
      [calls.list]: () => listed([now]),
      [calls.move]: () => {
        now = { ...appointment, start: at('11', '16:00'), end: at('11', '16:30') }
        return 'no network'
      },
    },
    `?move=${appointment.id}`,
  )
  await press(screen, 'Thursday, March 11, 2 times available')
  await screen.getByRole('radio', { name: '11:00 AM' }).click()
  await press(screen, 'Confirm new time')
  await expect.element(screen.getByRole('status').filter({ hasText: 'has been rescheduled' })).toHaveFocus()
  expect(address()).toBe('/patient/appointment')
})

test('a visit that the clinic moved meanwhile stays there until that was seen', async () => {
  let now = appointment
  const sentence = 'This appointment now has another time. Please check it again.'
  const { screen, asked } = await render(
    {
      [calls.list]: () => listed([now]),
      [calls.move]: ({ body }) => {
        if (body?.['from'] !== now.start) return refused(409, sentence, { code: 'stale' })
        return ok({ appointment: now })
      },
    },
    `?move=${appointment.id}`,
  )
  now = { ...appointment, start: at('12', '16:00'), end: at('12', '16:30') }
  await press(screen, 'Thursday, March 11, 2 times available')
  await screen.getByRole('radio', { name: '11:00 AM' }).click()
  await press(screen, 'Confirm new time')
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(screen.getByText(/^Current time: Fri, Mar 12 at 11:00 AM/)).toBeVisible()
  await press(screen, 'Confirm new time')
  await expect.element(screen.getByRole('status').filter({ hasText: 'has been rescheduled' })).toHaveFocus()
  expect(asked(calls.move).map(({ body }) => body?.['from'])).toEqual([at('10', '16:00'), at('12', '16:00')])
})

test('a link to move an appointment that is gone shows the list', async () => {
  const { screen } = await render({}, '?move=01930000-0000-7000-8000-0000000000ff')
  await expect.element(screen.getByRole('heading', { name: 'Your appointments' })).toBeVisible()
  await expect.element(screen.getByText(when)).toBeVisible()
})

test('without a time nothing is confirmed, and the request for one goes away with the next choice', async () => {
  const { screen, asked } = await render({}, `?move=${appointment.id}`)
  await press(screen, 'Confirm new time')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please choose a time')
  await press(screen, 'Thursday, March 11, 2 times available')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  expect(asked(calls.move)).toEqual([])
})

test('the way back to the days leads to the chosen one, and choosing it again keeps the time', async () => {
  const { screen } = await render({}, `?move=${appointment.id}`)
  const day = screen.getByRole('button', { name: 'Thursday, March 11, 2 times available' })
  await day.click()
  await screen.getByRole('radio', { name: '11:00 AM' }).click()
  await press(screen, 'Choose a different day')
  await expect.element(day).toHaveFocus()
  await day.click()
  await expect.element(screen.getByText('2 times available on Thursday, March 11')).toHaveFocus()
  await expect.element(screen.getByRole('radio', { name: '11:00 AM' })).toBeChecked()
})

test('another month starts without a choice', async () => {
  const { screen } = await render({}, `?move=${appointment.id}`)
  await press(screen, 'Thursday, March 11, 2 times available')
  await screen.getByRole('radio', { name: '11:00 AM' }).click()
  await press(screen, 'Next month')
  await expect.element(screen.getByText(/^Available times appear here/)).toBeVisible()
  await expect.element(screen.getByText('Thu, Mar 11 · 11:00 AM')).not.toBeInTheDocument()
})

test('cancelling asks first with the time named, and can be called off', async () => {
  const { screen, asked } = await render()
  await press(screen, `Cancel appointment: ${when}`)
  const dialog = screen.getByRole('dialog', { name: 'Cancel this appointment?' })
  await expect.element(dialog.getByText(`${when} will be available to someone else.`)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked(calls.cancel)).toEqual([])
})

test('a cancelled appointment stands among the earlier ones, and the way to another is open', async () => {
  let now = appointment
  const { screen } = await render({
    [calls.list]: () => listed([now]),
    [calls.cancel]: () => {
      now = { ...appointment, status: 'cancelled' }
      return ok({ appointment: now })
    },
  })
  await press(screen, `Cancel appointment: ${when}`)
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(screen.getByText('The appointment has been canceled')).toBeVisible()
  await expect.element(screen.getByRole('listitem')).toHaveTextContent(`${when}Canceled`)
  await press(screen, 'Book an appointment')
  await expect.element(screen.getByRole('heading', { name: '1. Choose a day' })).toBeVisible()
})

test('an appointment that was moved meanwhile is not cancelled, and its new time is listed', async () => {
  let isMoved = false
  const { screen, sent } = await render({
    [calls.list]: () =>
      listed([isMoved ? { ...appointment, start: at('12', '16:00'), end: at('12', '16:30') } : appointment]),
    [calls.cancel]: () => {
      isMoved = true
      return refused(409, 'This appointment now has another time. Please check it again.')
    },
  })
  await press(screen, `Cancel appointment: ${when}`)
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/now has another time/)
  expect(sent.find(({ call }) => call === calls.cancel)?.body).toEqual({ start: appointment.start })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(screen.getByRole('button', { name: `Cancel appointment: ${when}` })).not.toBeInTheDocument()
})

test('an appointment that could not be cancelled stays, with the reason in the dialog until it is closed', async () => {
  const { screen } = await render({ [calls.cancel]: refused(409, 'It begins in less than an hour: please call us.') })
  await press(screen, `Cancel appointment: ${when}`)
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('It begins in less than an hour: please call us.')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await press(screen, `Cancel appointment: ${when}`)
  await expect.element(dialog.getByText(/will be available to someone else/)).toBeVisible()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})

test('the calendar file goes to the downloads; one that could not be fetched is told over the list', async () => {
  let broken = true
  const { screen } = await render({
    [calls.calendar]: () => (broken ? refused(500) : new Response('BEGIN:VCALENDAR')),
  })
  await press(screen, `Add to calendar: ${when}`)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The calendar file could not be loaded. Please try again.')
  broken = false
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await press(screen, `Add to calendar: ${when}`)
  await expect
    .poll(() => saved.mock.contexts.map((link) => link instanceof HTMLAnchorElement && link.download))
    .toEqual(['appointment.ics'])
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  saved.mockRestore()
})

test('what took place, what was cancelled and what goes on now cannot be changed any more', async () => {
  const past: Appointment = {
    ...appointment,
    id: appointment.id.replace(/1$/, '2'),
    start: '2020-01-02T16:00:00.000Z',
    end: '2020-01-02T16:30:00.000Z',
  }
  const running: Appointment = {
    ...appointment,
    id: appointment.id.replace(/1$/, '3'),
    start: '2020-01-03T16:00:00.000Z',
  }
  const { screen } = await render({ [calls.list]: listed([running, past, { ...appointment, status: 'cancelled' }]) })
  await expect.element(screen.getByText('Friday, January 3, 2020 at 11:00 AM')).toBeVisible()
  const items = screen.getByRole('listitem')
  await expect.element(items.nth(1)).toHaveTextContent('Thursday, January 2, 2020 at 11:00 AMPast')
  await expect.element(items.nth(2)).toHaveTextContent(`${when}Canceled`)
  expect(screen.getByRole('button', { name: /^(Reschedule|Cancel)/ }).elements()).toEqual([])
})

test('appointments that cannot be read again stay on the screen, and it is said that they may be old', async () => {
  let broken = false
  const { screen } = await render({ [calls.list]: () => (broken ? refused(400) : listed([appointment])) })
  await expect.element(screen.getByText(when)).toBeVisible()
  broken = true
  await refreshCall(listMyAppointments)
  await expect.element(screen.getByText('The appointments could not be loaded. Please try again.')).toBeVisible()
  await expect.element(screen.getByText(when)).toBeVisible()
})

test('only a device with another clock is told that it shows another one', async () => {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions()
  const here = await render({ [calls.list]: listed([appointment], own) })
  await expect.element(here.screen.getByText(/^All times are/)).toBeVisible()
  expect(here.screen.getByText('Your device shows another time zone.').query()).toBeNull()
  await here.screen.unmount()
  const there = await render({ [calls.list]: listed([appointment], 'Asia/Kathmandu') })
  await expect.element(there.screen.getByText('All times are Nepal Time (Kathmandu)')).toBeVisible()
  await expect.element(there.screen.getByText('Your device shows another time zone.')).toBeVisible()
})

test('where the clinic books elsewhere, its page stands here, below a visit that staff booked in the portal', async () => {
  const { screen } = await render({
    [calls.list]: listed([appointment]),
    'GET /common/api/config/': ok({ ...config, scheduling_url: 'https://booking.example/clinic' }),
  })
  await expect.element(screen.getByTitle('Booking page of the clinic')).toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'Book your scan session' })).toBeVisible()
  await expect.element(screen.getByText('Wed, Mar 10 at 11:00 AM')).toBeVisible()
})
