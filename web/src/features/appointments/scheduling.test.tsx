import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type Served, type ServedCalls, serve, stale } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { SchedulingPage } from './SchedulingPage.tsx'

const read = 'GET /admin/scheduling/'
const save = 'POST /admin/scheduling/'
const saved = {
  version: 3,
  time_zone: 'America/New_York',
  hours: [
    { weekday: 1, from: '08:00', to: '12:00' },
    { weekday: 1, from: '13:00', to: '23:30' },
  ],
  closed_days: [{ date: '2032-12-25', note: 'Christmas' }],
  scanners: ['North', 'South'].map((name, n) => ({
    id: `01930000-0000-7000-8000-00000000000${n}`,
    name,
    room: '',
    in_service: true,
    visit_days: [],
    is_used: true,
  })),
}
beforeEach(signOut)
const render = async (answers: ServedCalls = {}) => {
  const sent = serve({ [read]: ok(saved), ...answers })
  const { screen } = await show(<SchedulingPage />, { role: 'Admin' })
  await expect.element(screen.getByRole('heading', { name: 'Opening hours' })).toBeVisible()
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  return { screen, press, bodies: () => sent.filter(({ call }) => call === save).map(({ body }) => body) }
}
const echo: ServedCalls = { [save]: ({ body }) => ok({ ...saved, ...body, outside: [] }) }

test('each part of a day is named, and a day without hours is closed', async () => {
  const { screen } = await render()
  await expect.element(screen.getByLabelText('Monday, from', { exact: true })).toHaveValue('08:00')
  await expect.element(screen.getByLabelText('Monday, to, part 2')).toHaveValue('23:30')
  expect(screen.getByText('Closed', { exact: true }).elements()).toHaveLength(6)
  await expect.element(screen.getByLabelText('Note (optional)')).toHaveValue('Christmas')
})

test('while no day has hours the page says that nobody can book', async () => {
  const { screen, press } = await render({ [read]: ok({ ...saved, hours: saved.hours.slice(0, 1) }) })
  const warning = screen.getByText('No hours are set. Patients cannot book until you add some.')
  await expect.element(warning).not.toBeInTheDocument()
  await press('Remove the hours on Monday from 8:00 AM')
  await expect.element(warning).toBeVisible()
  await press('Add hours on Monday')
  await expect.element(warning).not.toBeInTheDocument()
})

test('more hours begin where the last ones end and stop at midnight; a closed day opens from ten to three', async () => {
  const { screen, press } = await render()
  await press('Add hours on Monday')
  await expect.element(screen.getByLabelText('Monday, from, part 3')).toHaveValue('23:30')
  await expect.element(screen.getByLabelText('Monday, to, part 3')).toHaveDisplayValue('12:00 AM')
  await press('Add hours on Monday')
  await expect.element(screen.getByLabelText('Monday, from, part 4')).toHaveDisplayValue('10:00 AM')
  await press('Add hours on Sunday')
  await expect.element(screen.getByLabelText('Sunday, from')).toHaveDisplayValue('10:00 AM')
  await expect.element(screen.getByLabelText('Sunday, to')).toHaveDisplayValue('3:00 PM')
})

test('hours and closed days that are taken away are not sent any more', async () => {
  const { screen, press, bodies } = await render(echo)
  await press('Remove the hours on Monday from 8:00 AM')
  await expect.element(screen.getByLabelText('Monday, from', { exact: true })).toHaveValue('13:00')
  await press('Remove the closed day 2032-12-25')
  await expect.element(screen.getByText('No upcoming closed days.')).toBeVisible()
  await press('Save')
  await expect.element(screen.getByText('Saved. Patients now see the new hours.')).toBeVisible()
  expect(bodies()).toEqual([{ version: 3, time_zone: saved.time_zone, hours: [saved.hours[1]], closed_days: [] }])
})

test('that the hours are saved is said where the page was scrolled to', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen, press } = await render(echo)
  await press('Add hours on Monday')
  window.scrollTo({ top: 0 })
  ;(screen.getByRole('button', { name: 'Save', exact: true }).element() as HTMLElement).click()
  const note = screen.getByText('Saved. Patients now see the new hours.')
  await expect.element(note).toBeVisible()
  await expect.element(note).toBeInViewport()
})

test('that the hours are saved is no longer said once something else is typed', async () => {
  const { screen, press } = await render(echo)
  await press('Save')
  const note = screen.getByText('Saved. Patients now see the new hours.')
  await expect.element(note).toBeVisible()
  await screen.getByLabelText('Note (optional)').fill('Christmas Day')
  await expect.element(note).not.toBeInTheDocument()
})

test('hours that are on their way cannot be changed until it is known what became of them', async () => {
  const held = Promise.withResolvers<Served>()
  const { screen, press, bodies } = await render({ [save]: () => held.promise })
  const note = screen.getByLabelText('Note (optional)')
  const from = screen.getByLabelText('Monday, from', { exact: true })
  await press('Save')
  await expect.poll(bodies).toHaveLength(1)
  await press('Add hours on Thursday')
  await press('Remove the closed day 2032-12-25')
  await note.click()
  await userEvent.keyboard('{End} Day')
  await from.selectOptions('9:00 AM')
  await expect.element(screen.getByLabelText('Thursday, from')).not.toBeInTheDocument()
  await expect.element(note).toHaveValue('Christmas')
  await expect.element(from).toHaveValue('08:00')
  held.resolve(ok({ ...saved, outside: [] }))
  await expect.element(screen.getByText('Saved. Patients now see the new hours.')).toBeVisible()
  await press('Add hours on Thursday')
  await expect.element(screen.getByLabelText('Thursday, from')).toBeVisible()
})

test('hours that overlap, and a closed day without its date, are told beside them and not sent', async () => {
  const { screen, press, bodies } = await render(echo)
  await screen.getByLabelText('Monday, from, part 2').selectOptions('11:30 AM')
  await press('Add closed day')
  await press('Save')
  await expect.element(screen.getByText('These hours overlap with others of that day')).toBeVisible()
  await expect.element(screen.getByText('Please choose a day')).toBeVisible()
  await expect.element(screen.getByLabelText('Monday, from, part 2')).toHaveFocus()
  expect(bodies()).toEqual([])
})

test('what the server says of a field stands beside it, and what was typed stays', async () => {
  const fields = { 'closed_days.0.date': 'This day is over' }
  const { screen, press } = await render({ [save]: refused(400, 'No', { fields }) })
  await screen.getByLabelText('Note (optional)').fill('Holiday')
  // A frame that fires before React has rendered, as happens occasionally.
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => {
    queueMicrotask(() => draw(0))
    return 0
  })
  onTestFinished(() => frames.mockRestore())
  await press('Save')
  await expect.element(screen.getByText('This day is over')).toBeVisible()
  await expect.element(screen.getByLabelText('Day', { exact: true })).toHaveFocus()
  await expect.element(screen.getByLabelText('Note (optional)')).toHaveValue('Holiday')
})

test('hours that could not be saved say so and stay as they were typed', async () => {
  const { screen, press } = await render({ [save]: 'no network' })
  await screen.getByLabelText('Monday, from', { exact: true }).selectOptions('9:00 AM')
  await press('Save')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The portal did not respond. Please try again. Nothing will be saved twice.')
  await expect.element(screen.getByLabelText('Monday, from', { exact: true })).toHaveValue('09:00')
})

test('after their version was loaded, what is saved goes over it', async () => {
  let version = 3
  const { screen, press, bodies } = await render({
    [read]: () => ok({ ...saved, version }),
    [save]: ({ body }) => (body?.['version'] === version ? ok({ ...saved, version, outside: [] }) : stale()),
  })
  version = 4
  await press('Save')
  await press('Load their version')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await press('Save')
  await expect.element(screen.getByText('Saved. Patients now see the new hours.')).toBeVisible()
  expect(bodies().map((body) => body?.['version'])).toEqual([3, 4])
})

test('appointments outside of the new hours are counted, two at one time too, each time a link to its day', async () => {
  const outside = ['2032-03-10T15:30:00.000Z', '2032-03-12T02:00:00.000Z', '2032-03-12T02:00:00.000Z']
  const { screen, press } = await render({ [save]: ok({ ...saved, outside }) })
  await press('Save')
  await expect
    .element(screen.getByText('3 appointments are outside these hours. Please move or cancel them:'))
    .toBeVisible()
  // Ten in the evening of the previous day, by the site's clock.
  await expectLink(screen, 'Thursday, March 11, 2032 at 9:00 PM', '/daySheet?date=2032-03-11')
})

test('the time zone is found by typing a part of its name', async () => {
  const { screen, press, bodies } = await render(echo)
  await screen.getByRole('combobox', { name: 'Time zone of the site' }).fill('Honolulu')
  await screen.getByRole('option', { name: 'Pacific/Honolulu' }).click()
  await press('Save')
  await expect.poll(() => bodies()[0]?.['time_zone']).toBe('Pacific/Honolulu')
})

test('opening hours that could not be read are asked for again', async () => {
  let broken = true
  serve({ [read]: () => (broken ? refused(400) : ok(saved)) })
  const { screen } = await show(<SchedulingPage />, { role: 'Admin' })
  await expect.element(screen.getByText('The opening hours could not be loaded. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByLabelText('Monday, from', { exact: true })).toBeVisible()
})

test('hours that are saved without network are sent when it is back', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const { screen, press, bodies } = await render(echo)
  await press('Add hours on Sunday')
  onlineManager.setOnline(false)
  await press('Save')
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  expect(bodies()).toHaveLength(0)
  onlineManager.setOnline(true)
  await expect.element(screen.getByText('Saved. Patients now see the new hours.')).toBeVisible()
  expect(bodies()).toHaveLength(1)
})

test('hours that were typed and left do not take the place of a closed day that a colleague added meanwhile', async () => {
  let now = saved
  let draft: object | null = null
  const answers: ServedCalls = {
    [read]: () => ok(now),
    [save]: ({ body }) => (body?.['version'] === now.version ? ok({ ...now, ...body, outside: [] }) : stale()),
    'GET /common/api/draft/scheduling/': () => ok({ draft }),
    'POST /common/api/draft/scheduling/': ({ body }) => {
      const saved_at = '2026-11-21T20:42:07Z'
      draft = { values: body?.['values'], saved_at }
      return ok({ saved_at })
    },
  }
  const left = await render(answers)
  await left.screen.getByLabelText('Monday, from', { exact: true }).selectOptions('9:00 AM')
  await left.screen.unmount()
  await expect.poll(() => draft).not.toBeNull()
  now = { ...saved, version: 4, closed_days: [...saved.closed_days, { date: '2032-12-26', note: 'Boxing Day' }] }
  const { screen, press } = await render(answers)
  await press('Continue editing')
  await expect.element(screen.getByLabelText('Monday, from', { exact: true })).toHaveValue('09:00')
  await press('Save')
  await press('Load their version')
  await expect.element(screen.getByLabelText('Note (optional)').nth(1)).toHaveValue('Boxing Day')
})
