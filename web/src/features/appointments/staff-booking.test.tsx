import type { Appointment } from '@fornix/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectLink } from '../../testing/links.ts'
import { config, ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { NextAppointment } from './NextAppointment.tsx'
import { PatientAppointments } from './PatientAppointments.tsx'

const time_zone = 'America/New_York'
const appointment: Appointment = {
  id: '01930000-0000-7000-8000-000000000001',
  start: '2032-03-10T16:00:00.000Z',
  end: '2032-03-10T16:30:00.000Z',
  status: 'booked',
  room: '',
}
const calls = {
  list: 'GET /operator/appointments/P-1/',
  slots: 'GET /operator/appointment_slots/P-1/',
  book: 'POST /operator/appointments/P-1/',
  cancel: `POST /operator/appointments/P-1/${appointment.id}/cancel/`,
  own: 'GET /patient/appointments/',
}

beforeEach(() => {
  signOut()
  vi.useFakeTimers({ now: new Date('2032-03-01T15:00:00Z'), toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

const render = async (answers: ServedCalls = {}) => {
  const sent = serve({
    [calls.list]: ok({ appointments: [appointment], time_zone }),
    [calls.slots]: ok({ slots: [appointment], time_zone }),
    ...answers,
  })
  const { screen } = await show(<PatientAppointments patientKey="P-1" />, { role: 'Nurse' })
  return { screen, asked: (call: string) => sent.filter((one) => one.call === call) }
}

test('staff see the appointments of the patient, without what only the patient needs', async () => {
  const { screen } = await render()
  await expect.element(screen.getByText('Wednesday, March 10, 2032 at 11:00 AM')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Appointments', exact: true })).toBeVisible()
  expect(screen.getByText(/arrive 10–15 minutes early/).query()).toBeNull()
  expect(screen.getByRole('button', { name: /calendar/ }).query()).toBeNull()
})

test('staff see that a patient has arrived, and which visits took place', async () => {
  const earlier = { ...appointment, start: '2032-02-10T16:00:00.000Z', end: '2032-02-10T16:30:00.000Z' }
  const idOf = (n: number) => appointment.id.replace(/1$/, `${n}`)
  const { screen } = await render({
    [calls.list]: ok({
      appointments: [
        { ...appointment, visit: 'arrived' },
        { ...earlier, id: idOf(2), visit: 'no_show' },
        { ...earlier, id: idOf(3), visit: 'done' },
        {
          ...earlier,
          id: idOf(6),
          start: '2032-03-01T14:00:00.000Z',
          end: '2032-03-01T14:30:00.000Z',
          visit: 'started',
        },
        {
          ...earlier,
          id: idOf(7),
          start: '2032-02-29T20:00:00.000Z',
          end: '2032-02-29T20:30:00.000Z',
          visit: 'arrived',
        },
        { ...earlier, id: idOf(4), visit: 'expected' },
        { ...earlier, id: idOf(5), status: 'cancelled', visit: 'expected' },
      ],
      time_zone,
    }),
  })
  await expect.element(screen.getByText('In the scanner')).toBeVisible()
  const past = screen.getByRole('heading', { name: 'Past and canceled' }).element().closest('section')?.textContent
  expect(past).not.toContain('In the scanner')
  expect(past).toMatch(/February 29[^a-z]*at[^a-z]*PMArrived/)
  for (const word of ['No-show', 'Done', 'Past', 'Canceled'])
    await expect.element(screen.getByText(word, { exact: true })).toBeVisible()
})

test('staff book for a patient who has nothing ahead, and read that the patient gets the mail', async () => {
  let appointments: Appointment[] = []
  const { screen, asked } = await render({
    [calls.list]: () => ok({ appointments, time_zone }),
    [calls.book]: () => {
      appointments = [appointment]
      return ok({ appointment })
    },
  })
  await expect.element(screen.getByText('No upcoming appointments')).toBeVisible()
  await screen.getByRole('button', { name: 'Book an appointment' }).click()
  await screen.getByRole('button', { name: 'Wednesday, March 10, 1 time available' }).click()
  await screen.getByRole('radio', { name: '11:00 AM' }).click()
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  await expect.element(screen.getByText('The appointment is booked')).toBeVisible()
  await expect.element(screen.getByText('The patient will get an email with a calendar invitation.')).toBeVisible()
  expect(asked(calls.book)[0]?.body).toEqual({ start: appointment.start, unless_upcoming: true })
  expect(asked(calls.slots)[0]?.search).toBe('?from=2032-03-01&to=2032-03-31')
})

test('staff who book a second visit are told of the first, and may book anyway', async () => {
  const sentence = 'Ana Rivera already has a visit on Mar 10, 2032 at 11:00 AM.'
  const { screen, asked } = await render({
    [calls.book]: ({ body }) =>
      body?.['unless_upcoming'] ? refused(409, sentence, { code: 'has_visit' }) : ok({ appointment }),
  })
  await screen.getByRole('button', { name: 'Book another appointment' }).click()
  await screen.getByRole('button', { name: 'Wednesday, March 10, 1 time available' }).click()
  await screen.getByRole('radio', { name: '11:00 AM' }).click()
  await screen.getByRole('button', { name: 'Confirm booking' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await screen.getByRole('button', { name: 'Book anyway' }).click()
  await expect.element(screen.getByText('The appointment is booked')).toBeVisible()
  expect(asked(calls.book)).toHaveLength(2)
})

test('the way back from booking leads to the list', async () => {
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Book another appointment' }).click()
  await expect.element(screen.getByRole('heading', { name: '1. Choose a day' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back to appointments' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Upcoming' })).toBeVisible()
})

test('days that are over cannot be chosen, also when the server names them', async () => {
  const yesterday = { start: '2032-03-03T16:00:00.000Z', end: '2032-03-03T16:30:00.000Z' }
  vi.setSystemTime(new Date('2032-03-05T15:00:00Z'))
  const { screen } = await render({ [calls.slots]: ok({ slots: [yesterday, appointment], time_zone }) })
  await screen.getByRole('button', { name: 'Book another appointment' }).click()
  await expect.element(screen.getByRole('button', { name: /^Wednesday, March 10,/ })).toBeEnabled()
  await expect.element(screen.getByRole('button', { name: /^Wednesday, March 3,/ })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled()
})

test('free times that could not be fetched are asked for again', async () => {
  let broken = true
  const { screen } = await render({
    [calls.slots]: () => (broken ? refused(400) : ok({ slots: [appointment], time_zone })),
  })
  await screen.getByRole('button', { name: 'Book another appointment' }).click()
  await expect.element(screen.getByText('The available times could not be loaded. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('button', { name: /^Wednesday, March 10, 1 time available/ })).toBeEnabled()
})

test('without a network nothing is cancelled, and the dialog says so', async () => {
  const { screen } = await render({ [calls.cancel]: 'no network' })
  await screen.getByRole('button', { name: /^Cancel appointment/ }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^The portal did not respond/)
})

const showNext = (answers: ServedCalls) => {
  serve(answers)
  return show(<NextAppointment />, { role: 'Patient' })
}

test('on the home page the next appointment says when and how early to come', async () => {
  const { screen } = await showNext({ [calls.own]: ok({ appointments: [appointment], time_zone }) })
  const card = screen.getByRole('region', { name: 'Next appointment' })
  await expect.element(card.getByText('Wed, Mar 10 at 11:00 AM')).toBeVisible()
  await expect.element(card.getByText('Eastern Time · Please arrive 10–15 minutes early')).toBeVisible()
  await card.getByRole('button', { name: 'Add to calendar' }).click()
  await expect
    .element(card.getByRole('alert'))
    .toHaveTextContent('The calendar file could not be loaded. Please try again.')
})

test('an appointment that is over is no longer the next one', async () => {
  vi.setSystemTime(new Date(appointment.end))
  const { screen } = await showNext({ [calls.own]: ok({ appointments: [appointment], time_zone }) })
  await expect.element(screen.getByText('No appointment yet')).toBeVisible()
  await expectLink(screen, 'Book a scan session', '/patient/appointment')
})

const elsewhere = { 'GET /common/api/config/': ok({ ...config, scheduling_url: 'https://booking.example/clinic' }) }
test('where the clinic books elsewhere, the home page shows the way there, and does not say that nothing is booked', async () => {
  const { screen } = await showNext({ ...elsewhere, [calls.own]: ok({ appointments: [], time_zone }) })
  await expect.element(screen.getByRole('link', { name: 'Book a scan session' })).toBeVisible()
  await expect.element(screen.getByText('Book or manage an appointment')).toBeVisible()
  expect(screen.getByText('No appointment yet').elements()).toEqual([])
})

test('where the clinic books elsewhere, a visit that staff booked here is told, with whom to ask', async () => {
  const { screen } = await showNext({ ...elsewhere, [calls.own]: ok({ appointments: [appointment], time_zone }) })
  await expect.element(screen.getByText('Wed, Mar 10 at 11:00 AM')).toBeVisible()
  await expect.element(screen.getByText('To change or cancel this appointment, please contact us.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reschedule' }).elements()).toEqual([])
})

test('while it is not known where the clinic books, a failure is told and can be tried again', async () => {
  let fails = true
  const answers = { [calls.own]: ok({ appointments: [], time_zone }) }
  serve({ ...answers, 'GET /common/api/config/': () => (fails ? refused(500) : elsewhere['GET /common/api/config/']) })
  const { screen } = await show(<PatientAppointments patientKey="P-7K3QX9" />, { role: 'Nurse' })
  await expect.element(screen.getByText('The appointments could not be loaded. Please try again.')).toBeVisible()
  fails = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
