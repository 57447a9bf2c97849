import type { SeriesQuality, StudyQuality } from '@fornix/contract'
import { dayMs } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { noteServerTime } from '../../platform/http/server-clock.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { ScanQuality, useScanQuality } from './ScanQuality.tsx'

const series: SeriesQuality = {
  seriesId: '1.2.3.4',
  description: 'T1 AX',
  images: 34,
  slices: 34,
  missing_slices: 0,
  spacing_mm: 5,
  snr: 12,
  usual_snr: 20.5,
  motion_mm: null,
  issues: [],
}
const study: StudyQuality = { study_UID: '1.2.3', state: 'checked', images: 34, series: [series] }
const call = 'POST /operator/scan_quality/'

const Shown = ({ studyDate = '20200101' }: { studyDate?: string }) => (
  <ScanQuality quality={useScanQuality(['1.2.3']).get('1.2.3')} studyDate={studyDate} />
)
const today = (now = new Date()) => {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('')
}

test('images are counted while they come, and what the check found comes by itself', async () => {
  const answers: StudyQuality[] = [{ ...study, state: 'arriving', images: 12, series: [] }, study]
  serve({ [call]: () => ok({ studies: [answers.length > 1 ? answers.shift() : answers[0]] }) })
  const { screen } = await show(<Shown />, { role: 'MRI-Tech' })
  await expect.element(screen.getByText('Receiving: 12 files so far')).toBeVisible()
  await expect.element(screen.getByText('Image check: no problems')).toBeVisible()
})

test('what is wrong is said of each series, with its figures', async () => {
  const issues = ['missing_slices', 'uneven_spacing', 'low_signal', 'motion'] as const
  const wrong = { ...series, missing_slices: 2, motion_mm: 4.2, issues: [...issues] }
  serve({ [call]: () => ok({ studies: [{ ...study, series: [wrong, { ...series, seriesId: '1.2.3.5' }] }] }) })
  const { screen } = await show(<Shown />, { role: 'MRI-Tech' })
  for (const sentence of [
    'Image check: please look at these images',
    'T1 AX: 2 slices are missing',
    'T1 AX: the slices are not evenly spaced',
    'T1 AX: the signal is weak (SNR 12, usually 20.5)',
    'T1 AX: the head moved by about 4.2 mm',
  ])
    await expect.element(screen.getByText(sentence)).toBeVisible()
  await screen.getByRole('button', { name: 'Check details' }).click()
  await expect.element(screen.getByRole('row', { name: 'T1 AX 34 34 5 12 4.2' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

const unmeasured = {
  ...series,
  seriesId: '1.2.3.6',
  description: 'Scout',
  slices: null,
  missing_slices: null,
  spacing_mm: null,
  snr: null,
  usual_snr: null,
}

test.each([{ all: [unmeasured] }, { all: [] }])(
  'where nothing was measured, no problems are not claimed',
  async ({ all }) => {
    serve({ [call]: () => ok({ studies: [{ ...study, series: all }] }) })
    const { screen } = await show(<Shown />, { role: 'MRI-Tech' })
    await expect.element(screen.getByText('Image check: could not measure these images')).toBeVisible()
    await expect.element(screen.getByText('Image check: no problems')).not.toBeInTheDocument()
  },
)

test.each([
  { one: series, said: 'Image check: no problems' },
  { one: { ...series, issues: ['motion'], motion_mm: 4.2 }, said: 'T1 AX: the head moved by about 4.2 mm' },
])('series that were not measured are named beside: $said', async ({ one, said }) => {
  serve({ [call]: () => ok({ studies: [{ ...study, series: [one, unmeasured] }] }) })
  const { screen } = await show(<Shown />, { role: 'MRI-Tech' })
  await expect.element(screen.getByText(said)).toBeVisible()
  await expect.element(screen.getByText('Not measured: Scout')).toBeVisible()
})

test('of a scan of today it is said while something can be done', async () => {
  serve({
    [call]: () =>
      ok({ studies: [{ ...study, series: [{ ...series, missing_slices: 1, issues: ['missing_slices'] }] }] }),
  })
  const { screen } = await show(<Shown studyDate={today()} />, { role: 'MRI-Tech' })
  await expect.element(screen.getByText('Image check: look again before the patient leaves')).toBeVisible()
  await expect.element(screen.getByText('T1 AX: 1 slice is missing')).toBeVisible()
})

test('today is by the clock of the server, not by that of the device', async () => {
  const note = (ms: number) =>
    noteServerTime(new Headers({ date: new Date(ms).toUTCString(), 'cache-control': 'no-store' }))
  onTestFinished(() => note(Date.now()))
  const server = Date.now() - 30 * dayMs
  note(server)
  serve({
    [call]: () =>
      ok({ studies: [{ ...study, series: [{ ...series, missing_slices: 1, issues: ['missing_slices'] }] }] }),
  })
  const { screen } = await show(<Shown studyDate={today(new Date(server))} />, { role: 'MRI-Tech' })
  await expect.element(screen.getByText('Image check: look again before the patient leaves')).toBeVisible()
})

test('nothing is said of a study that was never checked', async () => {
  const sent = serve({ [call]: () => ok({ studies: [{ ...study, state: 'unchecked', series: [] }] }) })
  const { screen } = await show(<Shown />, { role: 'MRI-Tech' })
  await expect.poll(() => sent.length).toBe(1)
  await expect.element(screen.getByText('Image check: no problems')).not.toBeInTheDocument()
})
