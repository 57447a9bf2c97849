import { expectedVisit, getDaySheet, type SheetRow } from '@fornix/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { pressKey } from '../../testing/press-key.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { call, open, openDay, ready, unready } from './day-sheet-fixtures.tsx'

const moves = 'POST /operator/appointments/P-2/01930000-0000-7000-8000-000000000002/visit/'
const arrived = { ...expectedVisit, status: 'arrived' as const, arrived_at: unready.start }
const screeningOf = (state: SheetRow['screening']['state']) => ({ state, good_until: null, alerts: [] })

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
  // The focus moves in the frame after the response.
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

test('a later day has no buttons for its visits', async () => {
  const { screen } = await open(ready)
  await expect.element(screen.getByRole('button', { name: 'Arrived: Amara Abbott' })).toBeVisible()
  await screen.getByRole('button', { name: 'Next day' }).click()
  await expect.element(screen.getByRole('button', { name: 'Arrived: Amara Abbott' })).not.toBeInTheDocument()
})
