import type { ManagedScanner } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { ok, refused, type ServedCalls, serve, stale } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { SchedulingPage } from './SchedulingPage.tsx'

const idOf = (n: number) => `01930000-0000-7000-8000-00000000000${n}`
const north: ManagedScanner = {
  id: idOf(1),
  name: 'North',
  room: 'Room 4',
  in_service: true,
  visit_days: [
    { date: '2032-03-10', count: 2 },
    { date: '2032-03-11', count: 1 },
  ],
  is_used: true,
}
const south: ManagedScanner = { ...north, id: idOf(2), name: 'South', room: '', visit_days: [], is_used: false }
const service = `POST /admin/scanners/${north.id}/service/`
const add = 'POST /admin/scanners/'

beforeEach(() => signedOutAt(1280, 800))
/** The page with scanners that the responses may change. */
const open = async (scanners: ManagedScanner[], answers: ServedCalls = {}, scheme: 'light' | 'dark' = 'light') => {
  const sent = serve({
    'GET /admin/scheduling/': () =>
      ok({ version: 1, time_zone: 'America/New_York', hours: [], closed_days: [], scanners }),
    ...answers,
  })
  const { screen } = await show(<SchedulingPage />, { role: 'Admin', scheme })
  await expect.element(screen.getByRole('heading', { name: 'Scanners' })).toBeVisible()
  return { screen, sent, press: (name: string) => screen.getByRole('button', { name, exact: true }).click() }
}

test.each(looks)(
  'each scanner says its room, its state in words and what is ahead (%s, %i px)',
  async (scheme, width) => {
    await page.viewport(width, 800)
    const { screen } = await open([north, { ...south, in_service: false }], {}, scheme)
    const rows = screen.getByRole('list', { name: 'Scanners of the site' }).getByRole('listitem')
    await expect.element(rows.nth(0).getByText('Room 4 · 3 upcoming visits')).toBeVisible()
    await expect.element(rows.nth(0).getByText('Open for booking')).toBeVisible()
    await expect.element(rows.nth(1).getByText('No room entered · 0 upcoming visits')).toBeVisible()
    await expect.element(rows.nth(1).getByText('Out of service')).toBeVisible()
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a scanner is added with its room; a name that another has is told at its field, and nothing is lost', async () => {
  const scanners = [north]
  const sentence = 'Another scanner has this name. Please choose a different one.'
  const { screen, sent, press } = await open(scanners, {
    [add]: ({ body }) => {
      if (body?.['name'] === 'north') return refused(409, sentence, { fields: { name: sentence } })
      scanners.push(south)
      return ok({ scanners })
    },
  })
  await press('Add scanner')
  const dialog = screen.getByRole('dialog', { name: 'Add a scanner' })
  const save = dialog.getByRole('button', { name: 'Add scanner' })
  await save.click()
  await expect.element(dialog.getByText('Please enter a name')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('north')
  await dialog.getByLabelText('Room (optional)').fill('Basement')
  await save.click()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await expect.element(dialog.getByLabelText('Room (optional)')).toHaveValue('Basement')
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('South')
  await save.click()
  await expect.element(screen.getByText('South was added and can be booked.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Edit: South' })).toBeVisible()
  expect(sent.findLast(({ call }) => call === add)?.body).toEqual({ name: 'South', room: 'Basement' })
})

test('an edited scanner is saved, and a failure keeps what was typed', async () => {
  let isDown = true
  const { screen, press } = await open([north], {
    [`POST /admin/scanners/${north.id}/`]: () => (isDown ? 'no network' : ok({ scanners: [north] })),
  })
  await press('Edit: North')
  const dialog = screen.getByRole('dialog', { name: 'Edit North' })
  await dialog.getByLabelText('Room (optional)').fill('Room 5')
  await dialog.getByRole('button', { name: 'Save scanner' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The portal did not respond. Please try again. Nothing will be saved twice.')
  await expect.element(dialog.getByLabelText('Room (optional)')).toHaveValue('Room 5')
  isDown = false
  await dialog.getByRole('button', { name: 'Save scanner' }).click()
  await expect.element(screen.getByText('North was saved.')).toBeVisible()
})

test('a scanner with visits ahead stays in service, and each day with some is a link', async () => {
  const error = '3 upcoming visits are on this scanner. Move them to another scanner or reschedule them first.'
  const { screen, press } = await open([north, south], {
    [service]: refused(409, error, { code: 'scanner_has_visits' }),
  })
  await press('Take out of service: North')
  await expect.element(screen.getByText(error)).toBeVisible()
  await expectLink(screen, 'Wednesday, March 10: 2 visits', '/daySheet?date=2032-03-10')
  await expect.element(screen.getByRole('link', { name: 'Thursday, March 11: 1 visit' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('without any scanner in service the page says that nobody can book', async () => {
  const scanners = [north]
  const { screen, press, sent } = await open(scanners, {
    [service]: ({ body }) => {
      scanners[0] = { ...north, in_service: body?.['in_service'] === true }
      return ok({ scanners })
    },
  })
  await press('Take out of service: North')
  await expect
    .element(screen.getByText('No scanner is open for booking. Patients and staff cannot book any time.'))
    .toBeVisible()
  await press('Open for booking: North')
  await expect.element(screen.getByText('North is open for booking.')).toBeVisible()
  expect(sent.filter(({ call }) => call === service).map(({ body }) => body)).toEqual([
    { in_service: false },
    { in_service: true },
  ])
})

test('scanners change places, and one that never had a visit is removed after a question', async () => {
  let scanners = [north, south]
  const order = 'POST /admin/scanner_order/'
  const { screen, sent, press } = await open(scanners, {
    [order]: ok({ scanners }),
    'GET /admin/scheduling/': () =>
      ok({ version: 1, time_zone: 'America/New_York', hours: [], closed_days: [], scanners }),
    [`POST /admin/scanners/${south.id}/remove/`]: () => {
      scanners = [north]
      return ok({ scanners })
    },
  })
  await expect.element(screen.getByRole('button', { name: 'Move up: North' })).toBeDisabled()
  await press('Move up: South')
  await expect.element(screen.getByText('South is now number 1 in the list.')).toBeVisible()
  expect(sent.find(({ call }) => call === order)?.body).toEqual({ scanners: [south.id, north.id] })
  await expect.element(screen.getByRole('button', { name: 'Remove: North' })).not.toBeInTheDocument()
  await press('Remove: South')
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('South was removed.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Edit: South' })).not.toBeInTheDocument()
})

test('what a colleague saved of a scanner meanwhile stands beside what was typed, and what was not typed stays theirs', async () => {
  const scanners = [north]
  let current = { name: 'North', room: 'Room 9' }
  const save = `POST /admin/scanners/${north.id}/`
  const { screen, sent, press } = await open(scanners, {
    [save]: ({ body }) => {
      const { from, ...wanted } = body as { from: typeof current } & typeof current
      if (from.room !== current.room) return stale({ current })
      current = wanted
      return ok({ scanners })
    },
  })
  await press('Edit: North')
  scanners[0] = { ...north, room: 'Room 9' }
  const dialog = screen.getByRole('dialog', { name: 'Edit North' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('North wing')
  await dialog.getByRole('button', { name: 'Save scanner' }).click()
  await expect.element(dialog.getByText('This was changed while you were editing')).toBeVisible()
  await expect.element(dialog.getByRole('cell', { name: 'Room 9' })).toBeVisible()
  await expect.element(dialog.getByRole('cell', { name: 'Not changed by you' })).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('North wing')
  // Behind the dialog, too.
  await expect.element(screen.getByText('Room 9 · 3 upcoming visits')).toBeInTheDocument()
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(screen.getByText('North wing was saved.')).toBeVisible()
  expect(sent.findLast(({ call }) => call === save)?.body).toEqual({
    name: 'North wing',
    room: 'Room 9',
    from: { name: 'North', room: 'Room 9' },
  })
})

test('who typed what a colleague saved meanwhile, and something else, just saves', async () => {
  const save = `POST /admin/scanners/${north.id}/`
  const { screen, sent, press } = await open([north], {
    [save]: ({ body }) => {
      const { from } = body as { from: { room: string } }
      return from.room === 'Room 9' ? ok({ scanners: [] }) : stale({ current: { name: 'North', room: 'Room 9' } })
    },
  })
  await press('Edit: North')
  const dialog = screen.getByRole('dialog', { name: 'Edit North' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('North wing')
  await dialog.getByLabelText('Room (optional)').fill('Room 9')
  await dialog.getByRole('button', { name: 'Save scanner' }).click()
  await expect.element(screen.getByText('North wing was saved.')).toBeVisible()
  expect(sent.filter(({ call }) => call === save)).toHaveLength(2)
})
