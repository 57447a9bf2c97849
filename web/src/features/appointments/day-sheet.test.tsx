import { expectedVisit, getDaySheet, type SheetRow } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { pressKey } from '../../testing/press-key.ts'
import { type Answers, ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { DaySheetPage } from './DaySheetPage.tsx'

const scanners = [1, 2].map((n) => ({
  id: `01930000-0000-7000-8000-0000000000f${n}`,
  name: `Scanner ${n}`,
  room: n === 2 ? 'Room 4' : '',
  in_service: true,
}))
const ready: SheetRow = {
  id: '01930000-0000-7000-8000-000000000001',
  start: '2032-03-08T15:00:00.000Z',
  end: '2032-03-08T15:30:00.000Z',
  room: '',
  scanner_id: scanners[0]!.id,
  scanner: 'Scanner 1',
  patient_id: 'P-7K3QX9',
  first_name: 'Amara',
  last_name: 'Abbott',
  mrn_number: '400210',
  mobile_number: '6175550123',
  dob: '04-17-1986',
  age: 40,
  gender: 'Female',
  has_namesake: false,
  screening: { state: 'cleared', good_until: '2032-03-20T15:00:00.000Z', alerts: [] },
  visit: expectedVisit,
  form_signed: '2032-03-01T15:00:00.000Z',
  missing: [],
  attention: [],
}
const unready: SheetRow = {
  ...ready,
  id: '01930000-0000-7000-8000-000000000002',
  patient_id: 'P-2',
  first_name: 'Ben',
  last_name: 'Haddad',
  mrn_number: '',
  mobile_number: '',
  dob: null,
  age: null,
  gender: '',
  screening: { state: 'not_asked', good_until: null, alerts: [] },
  form_signed: null,
  missing: ['neck_length', 'age'],
  attention: [{ field: 'previous_history', value: 'Aneurysm clip' }],
}
const call = 'GET /operator/day_sheet/'
const open = (...appointments: SheetRow[]) => openDay(appointments)
const openDay = async (appointments: SheetRow[], more: object = {}, answers: Answers = {}, at = '/daySheet') => {
  const sent = serve({
    ...answers,
    [call]: ({ query }) =>
      ok({
        date: query.get('date') ?? '2032-03-08',
        today: '2032-03-08',
        time_zone: 'America/New_York',
        closed: false,
        closed_note: '',
        next: null,
        scanners: scanners.slice(0, 1),
        slots: [],
        appointments,
        ...more,
      }),
  })
  return { sent, ...(await show(<DaySheetPage />, { role: 'MRI-Tech', at })) }
}

test('each row says what is still open before the scan', async () => {
  const { screen } = await open(ready, unready)
  const [first, second] = [1, 2].map((at) => screen.getByRole('row').nth(at))
  for (const text of [
    '04-17-1986 · 40 years',
    'Female · MRN 400210',
    '(617) 555-0123',
    'Medical info complete',
    'Cleared until Sat, Mar 20',
  ])
    await expect.element(first!.getByText(text)).toBeVisible()
  for (const text of [
    'No MRN',
    'No valid form',
    'Medical info incomplete',
    'Missing: neck length, age',
    'Not asked yet',
  ])
    await expect.element(second!.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Scanner' })).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('what nobody has asked is never shown as calm', async () => {
  const { screen } = await open({
    ...unready,
    attention: [],
    missing: ['previous_history', 'pregnant_or_nursing', 'age'],
  })
  for (const text of ['Previous history: not asked yet', 'Pregnant or nursing: not asked yet'])
    await expect.element(screen.getByText(text)).toBeVisible()
})

const second: SheetRow = { ...unready, scanner: 'Scanner 2', scanner_id: scanners[1]!.id, room: 'Room 4' }
const assign = 'POST /operator/appointments/P-7K3QX9/01930000-0000-7000-8000-000000000001/scanner/'

test('with two scanners each row says which and where, and the sheet shows those of one', async () => {
  const { screen, address } = await openDay([ready, second], { scanners })
  await expect.element(screen.getByRole('columnheader', { name: 'Scanner' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: /^Scanner 2/ })).toHaveTextContent('Scanner 2Room 4')
  expect(await axeHits()).toEqual([])
  const filter = screen.getByLabelText('Scanner', { exact: true })
  await expect.element(filter).toHaveDisplayValue('All scanners')
  await filter.selectOptions('Scanner 2')
  await expect.poll(address).toBe(`/daySheet?scanner=${scanners[1]!.id}`)
  await expect.element(screen.getByRole('link', { name: 'Ben Haddad' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Amara Abbott' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Next day' }).click()
  await expect.poll(address).toBe(`/daySheet?scanner=${scanners[1]!.id}&date=2032-03-09`)
})

test('a scanner without visits says so', async () => {
  const at = `/daySheet?scanner=${scanners[1]!.id}`
  const { screen } = await openDay([ready], { scanners }, {}, at)
  await expect.element(screen.getByText('No appointments on this scanner')).toBeVisible()
})

test('a visit moves to a scanner that is free at its time, and it is said what the patient is told', async () => {
  const rows = [ready]
  const { screen, sent } = await openDay(
    rows,
    { scanners },
    {
      [assign]: () => {
        rows[0] = { ...ready, scanner: 'Scanner 2', scanner_id: scanners[1]!.id, room: 'Room 4' }
        return ok({ appointment: { ...rows[0], status: 'booked' } })
      },
    },
  )
  await screen.getByRole('button', { name: 'Change the scanner of Amara Abbott' }).click()
  await screen.getByRole('menuitem', { name: 'Move to Scanner 2 (Room 4)' }).click()
  await expect.element(screen.getByText('Amara Abbott was moved to Scanner 2')).toBeVisible()
  await expect.element(screen.getByText('The patient gets an email with the new room.')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: /^Scanner 2/ })).toBeVisible()
  expect(sent.find((one) => one.call === assign)?.body).toMatchObject({ scanner: scanners[1]!.id })
})

test('where no other scanner is free the menu says so', async () => {
  const { screen } = await openDay([ready, { ...second, start: ready.start }], { scanners })
  await screen.getByRole('button', { name: 'Change the scanner of Amara Abbott' }).click()
  await expect.element(screen.getByText('No other scanner is available at this time')).toBeVisible()
  await userEvent.keyboard('{Escape}')
})

test('a move that came too late says so in its row', async () => {
  const sentence = 'Scanner 2 is not free at this time. Please choose another scanner.'
  const { screen } = await openDay([ready], { scanners }, { [assign]: refused(409, sentence) })
  await screen.getByRole('button', { name: 'Change the scanner of Amara Abbott' }).click()
  await screen.getByRole('menuitem', { name: 'Move to Scanner 2 (Room 4)' }).click()
  await expect.element(screen.getByRole('row', { name: /Amara Abbott/ }).getByText(sentence)).toBeVisible()
})

test('free times of the day are booked from the sheet; a day that passed has none', async () => {
  const slot = { start: '2032-03-08T16:00:00.000Z', end: '2032-03-08T16:30:00.000Z', free: 1 }
  const { screen } = await openDay([ready], { slots: [slot] })
  await screen.getByRole('button', { name: 'Book 11:00 AM, Monday, March 8' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Book an appointment on Monday, March 8' })).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Previous day' }).click()
  await expect.element(screen.getByText('Available times')).not.toBeInTheDocument()
})

test('the day is turned by buttons and by its field; today has no address of its own', async () => {
  const { screen, address } = await open(ready)
  await screen.getByRole('button', { name: 'Next day' }).click()
  await expect.poll(address).toBe('/daySheet?date=2032-03-09')
  await expect.element(screen.getByLabelText('Day', { exact: true })).toHaveValue('2032-03-09')
  await screen.getByRole('button', { name: 'Previous day' }).click()
  await expect.poll(address).toBe('/daySheet')
  await screen.getByLabelText('Day', { exact: true }).fill('2032-02-29')
  await expect.poll(address).toBe('/daySheet?date=2032-02-29')
  await screen.getByRole('button', { name: 'Today' }).click()
  await expect.poll(address).toBe('/daySheet')
})

test('a name opens the appointments of its patient', async () => {
  const { screen, address } = await open(ready)
  await screen.getByRole('link', { name: 'Amara Abbott' }).click()
  await expect.poll(address).toBe('/profile?patient=P-7K3QX9&tab=appointment')
})

test('in a narrow window an appointment is a card that says the same', async () => {
  await page.viewport(390, 800)
  const { screen } = await open(unready)
  const card = screen.getByRole('listitem').first()
  for (const text of ['No valid form', 'Not asked yet', 'Missing: neck length, age'])
    await expect.element(card.getByText(text)).toBeVisible()
  await page.viewport(1280, 800)
})

test('what the patient has said stands with its question, and a plain yes is written out', async () => {
  const { screen } = await open({
    ...ready,
    mrn_number: 'MRN400210',
    attention: [
      { field: 'pregnant_or_nursing', value: 'Y' },
      { field: 'travel_restrictions', value: 'No long trips' },
      { field: 'participating_in_research', value: 'Y' },
    ],
  })
  const items = screen.getByRole('listitem')
  await expect.element(items.nth(0)).toHaveTextContent('Pregnant or nursing: Yes')
  await expect.element(items.nth(1)).toHaveTextContent('Travel restrictions: No long trips')
  await expect.element(items.nth(2)).toHaveTextContent('Other research: Yes')
  await expect.element(screen.getByText(/· MRN400210$/)).toBeVisible()
  await expect.element(screen.getByText('Form signed Mon, Mar 1')).toBeVisible()
})

test('the title says day, number and zone, and times are those of the site', async () => {
  const { screen } = await open(ready, unready)
  await expect
    .element(screen.getByText('Monday, March 8, 2032 · 2 appointments · Times are Eastern Time'))
    .toBeVisible()
  await expect.element(screen.getByRole('row', { name: /^10:00 AM – 10:30 AM Amara Abbott/ })).toBeVisible()
})

test('an address that names no day shows today, as if there were none', async () => {
  const { screen, sent } = await open(ready)
  await screen.unmount()
  await show(<DaySheetPage />, { role: 'Nurse', at: '/daySheet?date=2032-3-8' })
  await expect.element(page.getByLabelText('Day', { exact: true })).toHaveValue('2032-03-08')
  expect(sent.filter(({ call: one }) => one === call).map(({ search }) => search)).toEqual(['', ''])
})

test('the day sheet is printed, without its buttons', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { screen } = await open(ready)
  const button = screen.getByRole('button', { name: 'Print' })
  await button.click()
  expect(print).toHaveBeenCalledOnce()
  await expect.element(button).toHaveClass('no-print')
  print.mockRestore()
})

test('a day that could not be fetched is asked for again', async () => {
  const { screen } = await open(ready)
  await expect.element(screen.getByRole('link', { name: 'Amara Abbott' })).toBeVisible()
  serve({ [call]: refused(400) })
  await screen.getByRole('button', { name: 'Next day' }).click()
  await expect.element(screen.getByText('The day sheet could not be loaded. Please try again.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Amara Abbott' })).not.toBeInTheDocument()
})

const moves = 'POST /operator/appointments/P-2/01930000-0000-7000-8000-000000000002/visit/'

test('a scan without a clearance asks for a reason, which the sheet then shows', async () => {
  const { screen } = await open({
    ...unready,
    visit: { ...unready.visit, status: 'arrived', arrived_at: unready.start },
  })
  const day = {
    date: '2032-03-08',
    today: '2032-03-08',
    time_zone: 'America/New_York',
    closed: false,
    closed_note: '',
    next: null,
    scanners: [],
    slots: [],
  }
  const visit = {
    ...unready.visit,
    status: 'started' as const,
    started_at: unready.start,
    start_reason: 'Urgent',
    started_by: 'Nora Lindt',
  }
  const sent = serve({ [call]: ok({ ...day, appointments: [{ ...unready, visit }] }), [moves]: ok({ visit }) })
  await screen.getByRole('button', { name: 'Start scan: Ben Haddad' }).click()
  const start = () => pressKey(screen.getByRole('button', { name: 'Start without clearance' }))
  await expect.element(screen.getByText(/^No one has cleared this patient/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await start()
  await expect.element(screen.getByText('Please say why the scan is starting without a clearance')).toBeVisible()
  expect(sent.filter((one) => one.call === moves)).toEqual([])
  await screen.getByLabelText('Reason').fill('Urgent')
  // Turning a tablet turns rows into cards: typed text stays.
  await page.viewport(390, 800)
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('Urgent')
  await page.viewport(1280, 800)
  await start()

  await expect.element(screen.getByText('Started without clearance by Nora Lindt: Urgent')).toBeVisible()
  expect(sent.find((one) => one.call === moves)?.body).toEqual({
    from: 'arrived',
    to: 'started',
    reason: 'Urgent',
    screening: 'not_asked',
  })
  await expect.element(screen.getByText('In the scanner since 10:00 AM')).toHaveFocus()
})

const arrived = { ...expectedVisit, status: 'arrived' as const, arrived_at: unready.start }
const screeningOf = (state: SheetRow['screening']['state']) => ({ state, good_until: null, alerts: [] })

test('a reason is given for the state of now: one that changed meanwhile is shown, and the reason stays', async () => {
  const changed = 'This patient’s MRI safety has just changed. Please check it again.'
  const rows: SheetRow[] = [{ ...unready, visit: arrived }]
  const { screen, sent } = await openDay(
    rows,
    {},
    {
      [moves]: ({ body }) => {
        if (body?.['screening'] === 'not_cleared') return ok({ visit: { ...arrived, status: 'started' } })
        rows[0] = { ...unready, visit: arrived, screening: screeningOf('not_cleared') }
        return refused(409, changed, { code: 'stale' })
      },
    },
  )
  await screen.getByRole('button', { name: 'Start scan: Ben Haddad' }).click()
  const dialog = screen.getByRole('dialog')
  const start = dialog.getByRole('button', { name: 'Start without clearance' })
  await dialog.getByLabelText('Reason').fill('Urgent')
  await pressKey(start)
  await expect.element(dialog.getByText(/^A reviewer decided that this patient is not cleared/)).toBeVisible()
  await expect.element(dialog.getByText(changed)).toBeVisible()
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Urgent')
  await pressKey(start)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.filter((one) => one.call === moves).map(({ body }) => body?.['screening'])).toEqual([
    'not_asked',
    'not_cleared',
  ])
})

test('a clearance that was withdrawn since the sheet was read is not shown as one; who was cleared needs no reason', async () => {
  const rows: SheetRow[] = [{ ...ready, visit: arrived }]
  const starts = `POST /operator/appointments/P-7K3QX9/${ready.id}/visit/`
  const { screen, sent } = await openDay(
    rows,
    {},
    {
      [starts]: ({ body }) => {
        if (body?.['screening'] === 'cleared') return ok({ visit: { ...arrived, status: 'started' } })
        rows[0] = { ...ready, visit: arrived, screening: screeningOf('not_cleared') }
        return refused(400, '', { fields: { reason: 'Please say why' } })
      },
    },
  )
  await screen.getByRole('button', { name: 'Start scan: Amara Abbott' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Start without clearance?' })
  await expect.element(dialog.getByText('Amara Abbott: Not cleared.')).toBeVisible()
  rows[0] = { ...ready, visit: arrived }
  await refreshCall(getDaySheet)
  const cleared = screen.getByRole('dialog', { name: 'Start scan' })
  await expect.element(cleared.getByText(/^This patient is now cleared for the scanner/)).toBeVisible()
  await expect.element(cleared.getByText(/MRI safety has just changed/)).toBeVisible()
  await pressKey(cleared.getByRole('button', { name: 'Start scan' }))
  await expect.element(cleared).not.toBeInTheDocument()
  expect(sent.filter((one) => one.call === starts)).toHaveLength(2)
})

test('an answer that comes late does not take the focus out of a dialog', async () => {
  const slots = [{ start: '2032-03-08T16:00:00.000Z', end: '2032-03-08T16:30:00.000Z', free: 1 }]
  const answer = Promise.withResolvers<void>()
  const visit = { ...unready.visit, status: 'no_show' }
  const late = async () => {
    await answer.promise
    return ok({ visit })
  }
  const { screen } = await openDay([unready], { slots }, { [moves]: late })
  await screen.getByRole('button', { name: 'No-show: Ben Haddad' }).click()
  await screen.getByRole('button', { name: 'Book 11:00 AM, Monday, March 8' }).click()
  const patient = screen.getByRole('combobox', { name: 'Patient' })
  await expect.element(patient).toHaveFocus()
  await patient.fill('Dov')
  answer.resolve()
  await expect.element(screen.getByRole('button', { name: 'No-show: Ben Haddad', includeHidden: true })).toBeEnabled()
  // The focus moves in the frame after the reply.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await expect.element(patient).toHaveFocus()
  await expect.element(patient).toHaveValue('Dov')
})

test('a refused step says why and changes nothing', async () => {
  const { screen } = await open(unready)
  serve({ [moves]: refused(409, 'A colleague just changed this visit. Please check it again.') })
  await screen.getByRole('button', { name: 'Arrived: Ben Haddad' }).click()
  await expect.element(screen.getByText('A colleague just changed this visit. Please check it again.')).toBeVisible()
  await expect.element(screen.getByText('Expected')).toBeVisible()
})

test('the state leads to the answers in the record, and the phone number calls', async () => {
  const { screen, address } = await open(ready)
  await expectLink(screen, /^Call Amara Abbott/, 'tel:+16175550123')
  await screen.getByRole('link', { name: 'MRI safety of Amara Abbott: Cleared until Sat, Mar 20' }).click()
  await expect.poll(address).toBe('/profile?patient=P-7K3QX9&tab=mrsafety')
})

test('a later day has no buttons for its visits', async () => {
  const { screen } = await open(ready)
  await expect.element(screen.getByRole('button', { name: 'Arrived: Amara Abbott' })).toBeVisible()
  await screen.getByRole('button', { name: 'Next day' }).click()
  await expect.element(screen.getByRole('button', { name: 'Arrived: Amara Abbott' })).not.toBeInTheDocument()
})

test('a sheet without medical information says so, and nothing of it looks complete', async () => {
  await open({ ...ready, missing: null })
  await expect.element(page.getByText('Medical information is not shown to your role')).toBeVisible()
  await expect.element(page.getByText('Medical complete')).not.toBeInTheDocument()
})

test('a line of Today leads to its visit', async () => {
  await openDay([ready, unready], {}, {}, `/daySheet?date=2032-03-08&visit=${unready.id}`)
  await expect.poll(() => document.activeElement?.getAttribute('data-visit')).toBe(unready.id)
})
