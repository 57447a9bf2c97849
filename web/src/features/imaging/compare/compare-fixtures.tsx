import { beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, type ServedCalls, serve } from '../../../testing/serve.ts'
import { show, signIn, signOut } from '../../../testing/show.tsx'
import { sliceTags, tag } from '../image-fixtures.ts'
import { ViewerPage } from '../ViewerPage.tsx'
import { fake } from './pair-stand-ins.ts'

export const opened = (study: string, date: string) => ({
  viewer: '/viewer',
  study_UID: study,
  study_date: date,
  scan_type: 'Brain MRI',
  patient_name: 'Amara Abbott',
})
export const seriesOf = (uid: string, name: string) => ({
  '0020000E': tag(uid),
  '00200011': tag(1),
  '0008103E': tag(name),
  '00080060': tag('MR'),
  '00201209': tag(2),
})
const fileOf = (instance: string) => `${'\0'.repeat(128)}DICM\x02\0\x03\0UI\x04\0${instance}\0${'\x08'.repeat(8)}`
const volume = () =>
  new Response(`${['8.1', '8.2'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`).join('')}--b--`, {
    headers: { 'content-type': 'multipart/related; boundary=b' },
  })
const slices = (frame: string, change: Record<string, unknown[]> = {}) =>
  ok([1, 2].map((n) => sliceTags(n, { '00200052': [frame], ...change })))

/** Before each test a physician is signed in, and both scenes are new. */
export const viewPairs = () =>
  beforeEach(() => {
    signOut()
    signIn('Physician')
    Object.assign(fake, { led: [], covers: [], moves: [], canDraw: true, nifti: () => new ArrayBuffer(8) })
    const context = document.createElement('canvas').getContext('2d')
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
      context && Object.assign(context, { getExtension: () => null }),
    )
  })

/** A study 1 of two series in one frame of reference, and a study 2 of another day in a different one. */
const answers = (): ServedCalls => ({
  'POST /scans/1/open/': ok(opened('1', '20261102')),
  'POST /scans/2/open/': ok(opened('2', '20250310')),
  'GET /scans/1/others/': ok({ studies: [{ study_UID: '2', study_date: '20250310', scan_type: 'Brain MRI' }] }),
  'GET */studies/1/series/': ok([seriesOf('1.1', 'T1'), seriesOf('1.2', 'T2')]),
  'GET */studies/2/series/': ok([seriesOf('2.1', 'T1')]),
  'GET */series/1.1/instances/': slices('7'),
  'GET */series/1.2/instances/': slices('7'),
  'GET */series/2.1/instances/': slices('8'),
  'GET */series/1.1/': volume,
  'GET */series/1.2/': volume,
  'GET */series/2.1/': volume,
  'GET */rendered/': () => new Response('', { headers: { 'content-type': 'image/png' } }),
})
export const compare = async (query: string, change: ServedCalls = {}) => {
  const sent = serve({ ...answers(), ...change })
  const shown = await show(<ViewerPage />, { at: `/viewer?study=1&seriesId=1.1${query}`, scheme: 'dark' })
  return { ...shown, sent }
}
export const side = (name: RegExp) => page.getByRole('region', { name })
export const second = () => side(/^Second/)
export const beginning = '&compare=1&compareSeries=1.2'
export const bothShown = async () => {
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
  await expect.element(second()).toMatchTextContent(/Second: Axial/)
}
