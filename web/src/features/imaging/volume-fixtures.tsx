import { beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openedStudy } from '../../testing/scans.ts'
import { ok, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { sliceTags, tag } from './image-fixtures.ts'
import { ViewerPage } from './ViewerPage.tsx'
import { fake } from './volume-stand-ins.ts'

const opened = { ...openedStudy, study_date: '', scan_type: '' }
const seriesOf = (n: number) => ({
  '0020000E': tag(`9.${n}`),
  '00200011': tag(n),
  '0008103E': tag(`Series of ${n}`),
  '00201209': tag(2),
})
/** The beginning of a DICOM file: which instance it is (0002,0003). */
export const fileOf = (instance: string) =>
  `${'\0'.repeat(128)}DICM\x02\0\x03\0UI\x04\0${instance}\0${'\x08'.repeat(8)}`
export const files = ['8.1', '8.2'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
export const multipart = { headers: { 'content-type': 'multipart/related; boundary=b' } }
export const volume = () => new Response(`${files.join('')}--b--`, multipart)
export const window = { '00281050': [1000], '00281051': [2000] }
export const slices = (change: Record<string, unknown[]> = {}) =>
  [1, 2].map((n) => sliceTags(n, { ...window, ...change }))

/** Before each test a physician is signed in, and the scene is new. */
export const viewVolumes = () =>
  beforeEach(() => {
    signOut()
    signIn('Physician')
    Object.assign(fake, {
      did: [],
      canDraw: true,
      unconverted: undefined,
      closed: 0,
      converted: [],
      looks: [],
      shown: [],
    })
    Object.assign(fake, { reading: undefined, begun: 0, read: 0 })
    const context = document.createElement('canvas').getContext('2d')
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
      context && Object.assign(context, { getExtension: () => null }),
    )
  })
export const render = async (change: ServedCalls = {}) => {
  serve({
    'POST */open/': ok(opened),
    'GET */series/': ok([seriesOf(1), seriesOf(2)]),
    'GET */instances/': ok(slices()),
    'GET */series/9.1/': volume,
    'GET */series/9.2/': volume,
    'GET */rendered/': () => new Response('', { headers: { 'content-type': 'image/png' } }),
    ...change,
  })
  const { screen } = await show(<ViewerPage />, { at: '/viewer?study=1.2.3', scheme: 'dark' })
  return { screen, canvas: screen.getByRole('application') }
}
export const place = () => page.getByRole('status').last()
export const shown = () =>
  expect
    .element(place())
    .toHaveTextContent('Axial 3 of 5, coronal 2 of 4, sagittal 1 of 3. Value 12.3. At L 1.0 mm, A 2.0 mm, S 3.0 mm')
