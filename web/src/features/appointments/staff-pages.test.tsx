import { expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { refused, serve, stale } from '../../testing/serve.ts'
import { show, signIn } from '../../testing/show.tsx'
import { DaySheetPage } from './DaySheetPage.tsx'
import { SchedulingPage } from './SchedulingPage.tsx'

const read = 'GET /admin/scheduling/'
const save = 'POST /admin/scheduling/'
const saved = {
  version: 3,
  time_zone: 'America/New_York',
  hours: [{ weekday: 1, from: '10:00', to: '15:00' }],
  closed_days: [],
  scanners: [
    {
      id: '01930000-0000-7000-8000-000000000001',
      name: 'Scanner 1',
      room: '',
      in_service: true,
      visit_days: [],
      is_used: true,
    },
  ],
}
const showScheduling = async (answers: Parameters<typeof serve>[0]) => {
  signIn('Admin')
  const sent = serve({ [read]: () => [200, saved], ...answers })
  return { sent, ...(await show(<SchedulingPage />)) }
}

test('hours and closed days are saved over the version that was read, and what lies outside is named', async () => {
  const { sent, screen } = await showScheduling({
    [save]: ({ body }) => [200, { ...saved, ...(body as object), version: 4, outside: ['2032-03-10T15:30:00.000Z'] }],
  })
  await screen.getByRole('button', { name: 'Add hours on Monday' }).click()
  await screen.getByRole('button', { name: 'Add closed day' }).click()
  await screen.getByLabelText('Day', { exact: true }).fill('2032-12-24')
  await screen.getByRole('button', { name: 'Save' }).click()

  await expect.element(screen.getByText('Saved. Patients now see the new hours.')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Wednesday, March 10, 2032 at 10:30 AM' })
  await expect.element(link).toHaveAttribute('href', '/daySheet?date=2032-03-10')
  expect(sent.find(({ call }) => call === save)?.body).toMatchObject({
    version: 3,
    hours: [saved.hours[0], { weekday: 1, from: '15:00', to: '16:00' }],
    closed_days: [{ date: '2032-12-24', note: '' }],
  })
  expect(await axeHits()).toEqual([])
})

test('bad input is told beside its field, which gets the focus, and is not sent', async () => {
  const { sent, screen } = await showScheduling({})
  await screen.getByLabelText('Monday, to').selectOptions('9:30 AM')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('The end must be after the beginning')).toBeVisible()
  await expect.element(screen.getByLabelText('Monday, to')).toHaveFocus()
  expect(sent.filter(({ call }) => call === save)).toEqual([])
  expect(await axeHits()).toEqual([])
})

test('somebody else’s change is not overwritten', async () => {
  const { screen } = await showScheduling({ [save]: stale() })
  await screen.getByRole('button', { name: 'Remove the hours on Monday from 10:00 AM' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/^Someone else changed the hours while you were editing/)).toBeVisible()
  await screen.getByRole('button', { name: 'Load their version' }).click()
  await expect.element(screen.getByLabelText('Monday, from')).toHaveValue('10:00')
})

test('an empty day offers the next one with appointments', async () => {
  signIn('MRI-Tech')
  const day = {
    today: '2032-03-06',
    time_zone: 'America/New_York',
    closed: true,
    closed_note: 'Saturday',
    scanners: [],
    slots: [],
  }
  serve({
    'GET /operator/day_sheet/': ({ search }) => [
      200,
      { ...day, date: search ? '2032-03-08' : day.today, next: search ? null : '2032-03-08', appointments: [] },
    ],
  })
  const { screen, address } = await show(<DaySheetPage />)
  await expect.element(screen.getByText('No appointments on this day')).toBeVisible()
  await expect.element(screen.getByText('Closed: Saturday')).toBeVisible()
  await screen.getByRole('button', { name: 'Go to Monday, March 8' }).click()
  await expect.poll(address).toBe('/?date=2032-03-08')
  expect(await axeHits()).toEqual([])
})

test('a day sheet that could not be fetched can be asked for again', async () => {
  signIn('Nurse')
  serve({ 'GET /operator/day_sheet/': () => refused(503) })
  const { screen } = await show(<DaySheetPage />)
  await expect.element(screen.getByText('The day sheet could not be loaded. Please try again.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
