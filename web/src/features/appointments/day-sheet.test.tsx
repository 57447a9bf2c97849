import type { SheetRow } from '@fornix/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { DaySheetPage } from './DaySheetPage.tsx'

const ready: SheetRow = {
  id: '01930000-0000-7000-8000-000000000001',
  start: '2032-03-08T15:00:00.000Z',
  end: '2032-03-08T15:30:00.000Z',
  scanner: 'Scanner 1',
  patient_id: 'P-7K3QX9',
  first_name: 'Amara',
  last_name: 'Abbott',
  mrn_number: '400210',
  age: 40,
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
  age: null,
  form_signed: null,
  missing: ['neck_length', 'age'],
  attention: [{ field: 'previous_history', value: 'Aneurysm clip' }],
}
const call = 'GET /operator/day_sheet/'
const open = async (...appointments: SheetRow[]) => {
  const sent = serve({
    [call]: ({ query }) =>
      ok({
        date: query.get('date') ?? '2032-03-08',
        today: '2032-03-08',
        time_zone: 'America/New_York',
        closed: false,
        closed_note: '',
        next: null,
        appointments,
      }),
    'POST /patient/set_patient_session/': ok(),
  })
  return { sent, ...(await show(<DaySheetPage />, { role: 'MRI-Tech', at: '/daySheet' })) }
}

test('each row says what is still open before the scan', async () => {
  const { screen } = await open(ready, unready)
  const [first, second] = [1, 2].map((at) => screen.getByRole('row').nth(at))
  for (const text of ['MRN 400210', '40 years', 'Complete', 'Nothing noted'])
    await expect.element(first!.getByText(text)).toBeVisible()
  for (const text of ['P-2', 'Not signed', 'Incomplete', 'Missing: neck length, age'])
    await expect.element(second!.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Scanner' })).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('with two scanners each row says which', async () => {
  const { screen } = await open(ready, { ...unready, scanner: 'Scanner 2' })
  await expect.element(screen.getByRole('columnheader', { name: 'Scanner' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Scanner 2' })).toBeVisible()
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
  await expect.poll(address).toBe('/profile?tab=appointment')
})

test('in a narrow window an appointment is a card that says the same', async () => {
  await page.viewport(390, 800)
  const { screen } = await open(unready)
  const card = screen.getByRole('listitem').first()
  for (const text of ['Not signed', 'Missing: neck length, age'])
    await expect.element(card.getByText(text)).toBeVisible()
  await page.viewport(1280, 800)
})
