import type { SheetRow } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { DaySheetPage } from './DaySheetPage.tsx'
import { call, open, openDay, ready, scanners, unready } from './day-sheet-fixtures.tsx'

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

test('the state leads to the answers in the record, and the phone number calls', async () => {
  const { screen, address } = await open(ready)
  await expectLink(screen, /^Call Amara Abbott/, 'tel:+16175550123')
  await screen.getByRole('link', { name: 'MRI safety of Amara Abbott: Cleared until Sat, Mar 20' }).click()
  await expect.poll(address).toBe('/profile?patient=P-7K3QX9&tab=mrsafety')
})

test('a sheet without medical information says so, and nothing of it looks complete', async () => {
  await open({ ...ready, missing: null })
  await expect.element(page.getByText('Medical information is not shown to your role')).toBeVisible()
  await expect.element(page.getByText(/^Medical info (in)?complete/)).not.toBeInTheDocument()
})

test('a line of Today leads to its visit', async () => {
  await openDay([ready, unready], {}, {}, `/daySheet?date=2032-03-08&visit=${unready.id}`)
  await expect.poll(() => document.activeElement?.getAttribute('data-visit')).toBe(unready.id)
})
