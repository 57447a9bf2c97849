import type { WeekSheet, WeekVisit } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { testRows } from '../../testing/patients.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { DaySheetPage } from './DaySheetPage.tsx'
import { columnsOf } from './week-cells.ts'

const scanners = [1, 2].map((n) => ({
  id: `01930000-0000-7000-8000-0000000000f${n}`,
  name: `Scanner ${n}`,
  room: '',
  in_service: true,
}))
const amara: WeekVisit = {
  id: '01930000-0000-7000-8000-000000000001',
  start: '2032-03-08T15:00:00.000Z',
  end: '2032-03-08T15:30:00.000Z',
  scanner_id: scanners[0]!.id,
  scanner: 'Scanner 1',
  patient_id: 'P-7K3QX9',
  first_name: 'Amara',
  last_name: 'Abbott',
  dob: '04-17-1986',
  age: 45,
  mrn_number: '400210',
  gender: 'Female',
  has_namesake: false,
  screening: { state: 'cleared', good_until: '2032-03-20T15:00:00.000Z' },
  status: 'arrived',
}
const ben: WeekVisit = {
  ...amara,
  id: '01930000-0000-7000-8000-000000000002',
  start: '2032-03-09T15:30:00.000Z',
  end: '2032-03-09T16:00:00.000Z',
  scanner_id: scanners[1]!.id,
  scanner: 'Scanner 2',
  patient_id: 'P-2',
  first_name: 'Ben',
  last_name: 'Haddad',
  dob: null,
  screening: { state: 'not_asked', good_until: null },
  status: 'expected',
}
const slot = (start: string, free = 1) => ({
  start,
  end: new Date(Date.parse(start) + 1_800_000).toISOString(),
  free,
})
const week: WeekSheet = {
  week: '2032-03-07',
  today: '2032-03-08',
  time_zone: 'America/New_York',
  scanners,
  days: [7, 8, 9, 10, 11, 12, 13].map((n) => ({
    date: `2032-03-${String(n).padStart(2, '0')}`,
    has_hours: n > 7 && n < 13,
    closed: n === 10,
    closed_note: n === 10 ? 'Service' : '',
  })),
  slots: [slot('2032-03-09T15:00:00.000Z', 2), slot('2032-03-09T15:30:00.000Z')],
  appointments: [amara, ben],
}
const read = 'GET /operator/week_sheet/'
const book = 'POST /operator/appointments/P-0/'
const found = { 'GET /operator/get_all_patients/': ok({ patients: testRows(1), total: 1, total_pages: 1 }) }
beforeEach(() => page.viewport(1280, 800))
const open = async (
  answers: ServedCalls = {},
  { at = '/daySheet?week=2032-03-08', scheme = 'light' as 'light' | 'dark' } = {},
) => {
  const sent = serve({ [read]: ok(week), ...found, ...answers })
  return { sent, ...(await show(<DaySheetPage />, { role: 'Nurse', at, scheme })) }
}

test.each(looks)(
  'a week shows each visit with two identifiers, its step and its safety in words (%s, %i px)',
  async (scheme, width) => {
    await page.viewport(width, 800)
    const { screen, sent } = await open({}, { scheme })
    expect(sent.find(({ call }) => call === read)?.search).toBe('?week=2032-03-08')
    const monday = screen.getByRole('region', { name: 'Monday, March 8' })
    for (const text of [
      '10:00 AM',
      '04-17-1986 · 45 years',
      'Arrived · Scanner 1',
      'Cleared until Sat, Mar 20',
      'Today',
    ])
      await expect.element(monday.getByText(text)).toBeVisible()
    const tuesday = screen.getByRole('region', { name: 'Tuesday, March 9' })
    for (const text of ['MRN 400210', 'Expected · Scanner 2', 'Not asked yet'])
      await expect.element(tuesday.getByText(text)).toBeVisible()
    await expect.element(screen.getByText('Closed: Service')).toBeVisible()
    await expect.element(screen.getByRole('region', { name: /Sunday|Saturday/ })).not.toBeInTheDocument()
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('at 1280 px days stand beside each other and equal times in line, at 390 px below each other', async () => {
  const { screen } = await open()
  const place = (name: string) => screen.getByRole('region', { name }).element().getBoundingClientRect()
  await expect.element(screen.getByRole('region', { name: 'Monday, March 8' })).toBeVisible()
  expect(place('Tuesday, March 9').top).toBe(place('Monday, March 8').top)
  const top = (text: string) =>
    screen.getByText(text, { exact: true }).element().closest('li')!.getBoundingClientRect().top
  expect(top('Book 10:00 AM')).toBe(top('Amara Abbott'))
  await page.viewport(390, 800)
  await expect.poll(() => place('Tuesday, March 9').top).toBeGreaterThan(place('Monday, March 8').top)
})

test('a name leads to the record, a day to its sheet, and the week is turned', async () => {
  const { screen, address } = await open()
  await expectLink(screen, 'Amara Abbott', '/profile?patient=P-7K3QX9&tab=appointment')
  await expectLink(screen, 'Mon, Mar 8: Day sheet of Monday, March 8', '/daySheet?date=2032-03-08')
  await screen.getByRole('button', { name: 'Next week' }).click()
  await expect.poll(address).toBe('/daySheet?week=2032-03-14')
  await screen.getByRole('button', { name: 'This week' }).click()
  await expect.poll(address).toBe('/daySheet?week=2032-03-07')
  await screen.getByLabelText('Week of').fill('2032-04-01')
  await expect.poll(address).toBe('/daySheet?week=2032-03-28')
})

test('the visits of one scanner are shown alone, and no free times, which are of any scanner', async () => {
  const { screen } = await open()
  await screen.getByLabelText('Scanner', { exact: true }).selectOptions('Scanner 2')
  await expect.element(screen.getByRole('link', { name: 'Amara Abbott' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: 'Ben Haddad' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Book/ })).not.toBeInTheDocument()
})

const openDialog = async (answers: ServedCalls, scheme: 'light' | 'dark' = 'light') => {
  const opened = await open(answers, { scheme })
  await opened.screen.getByRole('button', { name: 'Book 10:00 AM, Tuesday, March 9' }).click()
  const dialog = opened.screen.getByRole('dialog', { name: 'Book an appointment on Tuesday, March 9' })
  const confirm = dialog.getByRole('button', { name: 'Book appointment' })
  const choose = async () => {
    await dialog.getByRole('combobox', { name: 'Patient' }).click()
    await userEvent.keyboard('first')
    await opened.screen.getByRole('option', { name: /First0 Last0/ }).click()
  }
  return { ...opened, dialog, confirm, choose }
}

test.each(['light', 'dark'] as const)('a free time is booked for a patient who is found there (%s)', async (scheme) => {
  const { screen, sent, dialog, confirm, choose } = await openDialog(
    { [book]: ok({ appointment: { ...ben, status: 'booked', room: '' } }) },
    scheme,
  )
  await expect.element(dialog.getByText(/2 scanners are available\. The first one will be used\./)).toBeVisible()
  await confirm.click()
  await expect.element(dialog.getByText('Please choose a patient')).toBeVisible()
  await expect.element(dialog.getByRole('combobox', { name: 'Patient' })).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await choose()
  await confirm.click()
  await expect.element(screen.getByText('First0 Last0 is booked for Tuesday, March 9 at 10:00 AM')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent.find(({ call }) => call === book)?.body).toEqual({
    start: '2032-03-09T15:00:00.000Z',
    unless_upcoming: true,
  })
  // In view, however far down the sheet the booking was.
  await page.viewport(1280, 400)
  const notice = screen.getByRole('status').filter({ hasText: 'is booked for' })
  for (const top of [0, document.documentElement.scrollHeight]) {
    scrollTo({ top })
    await expect.element(notice).toBeInViewport({ ratio: 1 })
  }
  await page.viewport(1280, 720)
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('who has a visit already is booked another one only when staff say so', async () => {
  const sentence = 'First0 Last0 already has a visit on Mar 20, 2032 at 9:00 AM.'
  const { screen, sent, dialog, confirm, choose } = await openDialog({
    [book]: ({ body }) =>
      body?.['unless_upcoming']
        ? refused(409, sentence, { code: 'has_visit' })
        : ok({ appointment: { ...ben, status: 'booked', room: '' } }),
  })
  await choose()
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(sentence)
  await dialog.getByRole('button', { name: 'Book anyway' }).click()
  await expect.element(screen.getByText('First0 Last0 is booked for Tuesday, March 9 at 10:00 AM')).toBeVisible()
  expect(sent.filter(({ call }) => call === book)).toHaveLength(2)
})

test('the dialog begins at the patient, and a booked visit has the focus where it now stands', async () => {
  let appointments = [amara]
  const { screen, dialog, confirm, choose } = await openDialog({
    [read]: () => ok({ ...week, appointments }),
    [book]: () => {
      appointments = [amara, ben]
      return ok({ appointment: { ...ben, status: 'booked', room: '' } })
    },
  })
  await expect.element(dialog.getByRole('combobox', { name: 'Patient' })).toHaveFocus()
  await choose()
  await confirm.click()
  await expect.element(screen.getByRole('link', { name: 'Ben Haddad' })).toHaveFocus()
})

// Opened at 10:00: the time that is gone is the one it was opened at, or another one.
test.each([
  { chosen: '10:00 AM', other: '10:30 AM' },
  { chosen: '10:30 AM', other: '10:00 AM' },
])('$chosen taken meanwhile is told at its field, and patient and time stay chosen', async ({ chosen, other }) => {
  const sentence = 'This time was just taken. Please choose another one.'
  const [taken, free] = chosen === '10:00 AM' ? week.slots : week.slots.toReversed()
  let slots = week.slots
  const { screen, dialog, confirm, choose } = await openDialog({
    [read]: () => ok({ ...week, slots }),
    [book]: ({ body }) => {
      if (body?.['start'] !== taken?.start) return ok({ appointment: { ...ben, status: 'booked', room: '' } })
      slots = free ? [free] : []
      return refused(409, sentence, { code: 'slot_taken' })
    },
  })
  const time = dialog.getByRole('combobox', { name: 'Time' })
  const chooseTime = async (name: string) => {
    await time.click()
    await screen.getByRole('option', { name }).click()
  }
  await choose()
  await chooseTime(chosen)
  await confirm.click()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await expect.element(time).toHaveAccessibleDescription(sentence)
  await expect.element(time).toHaveValue(chosen)
  await expect
    .element(dialog.getByRole('combobox', { name: 'Patient' }))
    .toHaveValue(expect.stringMatching(/^First0 Last0/))
  await expect
    .element(screen.getByRole('button', { name: `Book ${chosen}`, includeHidden: true }))
    .not.toBeInTheDocument()
  await chooseTime(other)
  await confirm.click()
  await expect.element(screen.getByText(`First0 Last0 is booked for Tuesday, March 9 at ${other}`)).toBeVisible()
})

test('a booking without a response says so and loses nothing', async () => {
  const { dialog, confirm, choose } = await openDialog({ [book]: 'no network' })
  await choose()
  await confirm.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The portal did not respond. Please try again. Nothing will be saved twice.')
  await expect
    .element(dialog.getByRole('combobox', { name: 'Patient' }))
    .toHaveValue(expect.stringMatching(/^First0 Last0/))
})

test('a week that could not be fetched is asked for again, and an empty one says so', async () => {
  let isDown = true
  const { screen } = await open({
    [read]: () => (isDown ? refused(400) : ok({ ...week, days: week.days.slice(0, 1), slots: [], appointments: [] })),
  })
  await expect.element(screen.getByText('The week could not be loaded. Please try again.')).toBeVisible()
  // The week and the links to others do not depend on the response; whether it is this week does.
  await expect.element(screen.getByLabelText('Week of')).toHaveValue(week.week)
  await expect.element(screen.getByRole('button', { name: 'This week' })).toBeDisabled()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No hours or appointments this week')).toBeVisible()
})

test('on the night in which clocks go back two half hours of one clock time share a row, told apart', () => {
  const night = {
    ...week,
    days: [{ date: '2032-11-07', has_hours: true, closed: false, closed_note: '' }],
    slots: ['05:30', '06:00', '06:30'].map((time) => slot(`2032-11-07T${time}:00.000Z`)),
    appointments: [],
  }
  const { columns, clocks } = columnsOf(night)
  expect(clocks).toEqual(['01:00', '01:30'])
  expect(columns[0]?.cells.map(({ halves }) => halves.map(({ label }) => label)).sort()).toEqual([
    ['1:00 AM EST'],
    ['1:30 AM EDT', '1:30 AM EST'],
  ])
})
