import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { type Answers, ok, refused, type Sent, serve } from '../../../testing/serve.ts'
import { show, signIn, signOut } from '../../../testing/show.tsx'
import { sliceTags, tag } from '../image-fixtures.ts'
import type { openScene } from '../scene.ts'
import type { Place, Target } from '../scene-state.ts'
import { ViewerPage } from '../ViewerPage.tsx'
import { rigid } from './registration/affine.ts'
import { phantomFile } from './registration/registration-fixtures.ts'

/** What stands for the graphics card and the converter: a scene of 10 x 10 x 10 mm, told of in the order of the canvases. */
const fake = vi.hoisted(() => ({
  led: [] as string[],
  moves: [] as ((mm: number) => void)[],
  canDraw: true,
  nifti: () => new ArrayBuffer(8),
}))
vi.mock('../convert.ts', () => ({
  openConverter: () => ({ niftiOf: async () => fake.nifti(), close: () => undefined }),
}))
vi.mock('../scene.ts', () => ({
  openScene: async (canvas: HTMLCanvasElement, { place, windowing, moved }: Parameters<typeof openScene>[1]) => {
    if (!fake.canDraw) throw new Error('no WebGL2')
    const which = canvas.getAttribute('aria-label')?.startsWith('First') ? 0 : 1
    const at = (mm: number): Place => ({ voxel: [mm, mm, mm], of: [10, 10, 10], mm: [mm, mm, mm], value: mm })
    fake.moves[which] = (mm) => {
      place(at(mm))
      moved?.(at(mm))
    }
    return {
      show: async () => {
        windowing({ center: 50, width: 100 })
        place(at(5))
        return { center: 50, width: 100 }
      },
      goTo: (target: Target) => {
        const [mm = 0] = 'mm' in target ? target.mm : target.part.map((part) => part * 10 - 0.5)
        if (mm < 0 || mm > 9) return false
        fake.led.push(`${which} ${mm.toFixed(1)}`)
        place(at(mm))
        return true
      },
      setWindowing: windowing,
      setLayout: (layout: string) => void fake.led.push(`${which} ${layout}`),
      act: (action: string) => void fake.led.push(`${which} ${action}`),
      reset: () => undefined,
      cover: async () => void fake.led.push(`${which} cover`),
      uncover: () => void fake.led.push(`${which} uncover`),
      setCoverWindowing: () => undefined,
      setStrength: (percent: number) => void fake.led.push(`${which} ${percent}%`),
      clearSegments: () => undefined,
      setSegmentStrength: () => undefined,
      close: () => undefined,
    }
  },
}))

const opened = (study: string, date: string) => ({
  viewer: '/viewer',
  study_UID: study,
  study_date: date,
  scan_type: 'Brain MRI',
  patient_name: 'Amara Abbott',
})
const seriesOf = (uid: string, name: string) => ({
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

beforeEach(() => {
  signOut()
  signIn('Physician')
  Object.assign(fake, { led: [], moves: [], canDraw: true, nifti: () => new ArrayBuffer(8) })
  const context = document.createElement('canvas').getContext('2d')
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context && Object.assign(context, { getExtension: () => null }),
  )
})

/** A study 1 of two series in one frame of reference, and a study 2 of another day in another one. */
const answers = (): Answers => ({
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
const compare = async (query: string, change: Answers = {}) => {
  const sent = serve({ ...answers(), ...change })
  const shown = await show(<ViewerPage />, { at: `/viewer?study=1&seriesId=1.1${query}`, scheme: 'dark' })
  return { ...shown, sent }
}
const side = (name: RegExp) => page.getByRole('region', { name })
const second = () => side(/^Second/)
const beginning = '&compare=1&compareSeries=1.2'
const bothShown = async () => {
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
  await expect.element(second()).toMatchTextContent(/Second: Axial/)
}
const openings = (sent: readonly Sent[]) => sent.filter(({ call }) => call.endsWith('/open/')).map(({ call }) => call)
const linkSwitch = () => page.getByRole('switch', { name: 'Link positions' })

test('staff go from a scan to comparing, choose another day, and the address keeps all of it', async () => {
  const { screen, address } = await compare('')
  await screen.getByRole('button', { name: 'Compare with another series or date' }).click()
  await expect.element(second()).toMatchTextContent(/Choose what to compare with/)
  expect(address()).toBe('/viewer?study=1&seriesId=1.1&compare=')
  await screen.getByLabelText('Scan (second)').selectOptions('Mar 10, 2025, Brain MRI')
  await bothShown()
  expect(address()).toBe('/viewer?study=1&seriesId=1.1&compare=2')
  await expect.element(side(/^First: Nov 2, 2026, Brain MRI, T1$/)).toBeVisible()
  await expect.element(side(/^Second: Mar 10, 2025, Brain MRI, T1$/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.getByLabelText('Scan (second)').selectOptions('This scan, Nov 2, 2026, Brain MRI')
  await expect.element(side(/^Second: Nov 2, 2026, Brain MRI, T2$/)).toBeVisible()
  await screen.getByLabelText('Series (first)').selectOptions('T2')
  await expect.element(side(/^First: Nov 2, 2026, Brain MRI, T2$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Stop comparing' }).click()
  await expect.element(screen.getByRole('button', { name: /^Next series/ })).toBeVisible()
  expect(address()).toBe('/viewer?study=1&seriesId=1.2')
})

test('the second study is opened as every study is, and only it', async () => {
  const { sent } = await compare('&compare=2')
  await bothShown()
  expect(openings(sent)).toEqual(['POST /scans/1/open/', 'POST /scans/2/open/'])
})

test('in one frame of reference either side leads the other by mm, and the link can be switched off', async () => {
  const { address } = await compare(beginning)
  await bothShown()
  await expect.element(page.getByText('Both are in the same coordinates.')).toBeVisible()
  await expect.element(linkSwitch()).toBeChecked()
  fake.led.length = 0
  fake.moves[0]?.(3)
  fake.moves[1]?.(4)
  expect(fake.led).toEqual(['1 3.0', '0 4.0'])
  await linkSwitch().click()
  await expect.element(page.getByText('Not linked: each side moves alone.')).toBeVisible()
  fake.moves[0]?.(2)
  expect(fake.led).toHaveLength(2)
  expect(address()).toContain('link=off')
  await linkSwitch().click()
  await expect.poll(() => fake.led.at(-1)).toBe('1 2.0')
})

test('a place beyond the other images is said, and they stay where they are', async () => {
  await compare(beginning)
  await bothShown()
  fake.led.length = 0
  fake.moves[0]?.(12)
  await expect.element(second()).toMatchTextContent(/lies outside these images/)
  expect(fake.led).toEqual([])
  fake.moves[0]?.(6)
  await expect.element(second()).not.toMatchTextContent(/lies outside/)
})

test('in other coordinates nothing follows until somebody links it, and the offset is kept', async () => {
  await compare('&compare=2')
  await bothShown()
  await expect.element(page.getByText('These are not in the same coordinates.')).toBeVisible()
  await expect.element(linkSwitch()).not.toBeChecked()
  fake.led.length = 0
  fake.moves[0]?.(3)
  fake.moves[1]?.(5)
  expect(fake.led).toEqual([])
  await linkSwitch().click()
  await expect.element(page.getByText(/^Linked by relative place/)).toBeVisible()
  fake.led.length = 0
  fake.moves[0]?.(4)
  fake.moves[1]?.(7)
  expect(fake.led).toEqual(['1 6.0', '0 5.0'])
})

test('a link by relative place ends with the pair that it was made for', async () => {
  const { screen } = await compare('&compare=2')
  await bothShown()
  await linkSwitch().click()
  await expect.element(linkSwitch()).toBeChecked()
  await screen.getByLabelText('Series (first)').selectOptions('T2')
  await expect.element(side(/^First: .*T2$/)).toBeVisible()
  await expect.element(linkSwitch()).not.toBeChecked()
})

test('views and size are those of both sides, steps and window those of the side in use', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  fake.led.length = 0
  await screen.getByRole('button', { name: /^Coronal/ }).click()
  await screen.getByRole('button', { name: /^Zoom in/ }).click()
  expect(fake.led.splice(0)).toEqual(['0 coronal', '1 coronal', '0 larger', '1 larger'])
  await screen.getByRole('button', { name: 'Second', exact: true }).click()
  await screen.getByRole('button', { name: /^Next slice/ }).click()
  expect(fake.led.splice(0)).toEqual(['1 next'])
  screen.getByRole('application').first().element().focus()
  await userEvent.keyboard('{ArrowUp}-')
  expect(fake.led).toEqual(['0 next'])
  await screen.getByText('Window of the first').click()
  await expect.element(side(/^First/).getByLabelText('Level')).toHaveValue('55')
  await screen.getByText('Window of the second').click()
  await expect.element(second().getByLabelText('Level')).toHaveValue('50')
})

test('letters typed in a list choose from it, and nothing else', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  fake.led.length = 0
  screen.getByLabelText('Series (second)').element().focus()
  await userEvent.keyboard('z')
  expect(fake.led).toEqual([])
})

test('where one side is no volume both are slices, linked by the nearest slice within its reach', async () => {
  await compare(beginning, {
    'GET */series/1.2/instances/': ok(
      [1, 2, 3].map((n) => sliceTags(n, { '00200052': ['7'], '00200032': [0, 0, n * n * 5] })),
    ),
  })
  await expect.element(page.getByText(/^Shown in single slices/)).toBeVisible()
  await expect.element(side(/^First/)).toMatchTextContent(/Slice 2 of 2, at H 10\.0 mm/)
  await expect.element(page.getByText('Linked in mm: both sides show the same place.')).toBeVisible()
  await page.getByLabelText('Slice (first)').fill('1')
  await expect.element(second()).toMatchTextContent(/Slice 1 of 3, at H 5\.0 mm/)
  await page.getByLabelText('Slice (second)').fill('3')
  await expect.element(side(/^First/)).toMatchTextContent(/lies outside these images/)
  expect(await axeHits()).toEqual([])
})

test('without WebGL2 slices are compared', async () => {
  fake.canDraw = false
  await compare(beginning)
  await expect.element(second()).toMatchTextContent(/Slice 2 of 2/)
})

test('while the second study comes that is said, and the first is there already', async () => {
  let answer: ((response: Response) => void) | undefined
  await compare('&compare=2', {
    'POST /scans/2/open/': () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  })
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
  await expect.element(second()).toMatchTextContent(/Opening the scan/)
  answer?.(Response.json(opened('2', '20250310')))
  await bothShown()
})

test('a second study that is not open leaves the first, and another can be chosen', async () => {
  const { screen } = await compare('&compare=2', { 'POST /scans/2/open/': refused(404) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
  expect(await axeHits()).toEqual([])
  await screen.getByLabelText('Scan (second)').selectOptions('This scan, Nov 2, 2026, Brain MRI')
  await bothShown()
})

test('a second study that is closed while it is open leaves nothing of it', async () => {
  await compare('&compare=2', { 'GET */series/2.1/': refused(404) })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(side(/^Second: –$/)).toBeVisible()
  await expect.element(side(/^First/)).toMatchTextContent(/First: Axial/)
})

test('an archive that does not answer for the second study is asked again', async () => {
  let isDown = true
  const { screen } = await compare('&compare=2', {
    'GET */studies/2/series/': () => (isDown ? refused(503) : ok([seriesOf('2.1', 'T1')])),
  })
  await expect.element(second()).toMatchTextContent(/The image archive does not answer/)
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await bothShown()
})

test('a study that is not among those of the patient is never opened', async () => {
  const { sent } = await compare('&compare=3')
  await expect.element(second()).toMatchTextContent(/This is not a scan of this patient/)
  expect(openings(sent)).toEqual(['POST /scans/1/open/'])
})

test('who has one series and one scan is told that there is nothing to compare', async () => {
  await compare('&compare=', {
    'GET /scans/1/others/': ok({ studies: [] }),
    'GET */studies/1/series/': ok([seriesOf('1.1', 'T1')]),
  })
  await expect.element(second()).toMatchTextContent(/There is nothing to compare with/)
})

test('a list of scans that does not come is asked for again', async () => {
  let isDown = true
  const { screen } = await compare('&compare=2', {
    'GET /scans/1/others/': () =>
      isDown ? refused(503) : [200, { studies: [{ study_UID: '2', study_date: '20250310', scan_type: '' }] }],
  })
  await expect.element(second()).toMatchTextContent(/The other scans of this patient could not be loaded/)
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await bothShown()
})

test('patients are not offered it, and an address does not open it', async () => {
  signIn('Patient')
  const { screen, sent } = await compare(beginning)
  await expect.element(screen.getByRole('button', { name: /^Next series/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Compare/ }).query()).toBeNull()
  expect(screen.getByRole('region', { name: /^Second/ }).query()).toBeNull()
  expect(sent.filter(({ call }) => call.includes('others'))).toEqual([])
})

const blendSwitch = () => page.getByRole('switch', { name: 'Overlay the second scan' })

test('in one set of coordinates the second is laid over the first, as strongly as one likes, and swapped', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  fake.led.length = 0
  await blendSwitch().click()
  await expect.poll(() => fake.led).toContain('0 cover')
  expect(fake.led).toContain('0 50%')
  await expect.element(second()).not.toBeInTheDocument()
  await expect.element(screen.getByText('The buttons work on')).not.toBeInTheDocument()
  await expect.element(side(/^First: .*T1\. Over it, 50%: .*T2$/)).toBeVisible()
  await screen.getByRole('slider', { name: 'Opacity of the second scan' }).fill('20')
  expect(fake.led.at(-1)).toBe('0 20%')
  screen.getByRole('application').first().element().focus()
  await userEvent.keyboard('b')
  await expect.element(screen.getByText('Shown: the second alone')).toBeVisible()
  await screen.getByRole('button', { name: /^Swap/ }).click()
  await expect.element(screen.getByText('Shown: the first alone')).toBeVisible()
  await expect.element(side(/^First/).getByText('Window of the second')).toBeVisible()
  expect(await axeHits()).toEqual([])
  fake.led.length = 0
  fake.moves[0]?.(7)
  expect(fake.led).toEqual([])
  await blendSwitch().click()
  // What was hidden goes where the first went meanwhile.
  await expect.poll(() => fake.led).toEqual(['0 uncover', '1 7.0'])
})

test('flicker changes by itself until it is stopped, and is not offered where less motion is asked for', async () => {
  const { screen } = await compare(beginning)
  await bothShown()
  await blendSwitch().click()
  const flicker = screen.getByRole('button', { name: 'Flicker' })
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return expect(flicker.query()).toBeNull()
  await flicker.click()
  await expect.element(screen.getByText('Shown: the first alone')).toBeVisible()
  await expect.element(screen.getByText('Shown: the second alone')).toBeVisible()
  await flicker.click()
  await expect.element(flicker).toHaveAttribute('aria-pressed', 'false')
})

test('in other coordinates nothing is laid over each other', async () => {
  await compare('&compare=2')
  await bothShown()
  await expect.element(blendSwitch()).toBeDisabled()
  await expect.element(page.getByText(/can be laid over each other/)).toBeVisible()
})

/** The first volume lies still, every other one as it was moved. */
const movedPhantoms = () => {
  let count = 0
  const small = { spacing: [5, 5, 5], size: [44, 44, 34] } as const
  const moved = rigid([6, -4, 8, 0, 0, (8 * Math.PI) / 180], [0, 0, 0])
  return () => (count++ === 0 ? phantomFile(small) : phantomFile({ ...small, moved }))
}
const alignButton = () => page.getByRole('button', { name: 'Align the second with the first' })

test('the computer aligns what was moved, says by how much, links it by mm, and takes it back', async () => {
  fake.nifti = movedPhantoms()
  const { screen } = await compare('&compare=2')
  await bothShown()
  await alignButton().click()
  await expect.element(screen.getByText('Aligned by the computer. Check it.'), { timeout: 30_000 }).toBeVisible()
  const said = /moved by ([\d.]+) mm .* and turned by ([\d.]+)°/.exec(document.body.textContent ?? '')
  expect(Math.abs(Number(said?.[1]) - Math.hypot(6, 4, 8))).toBeLessThan(1)
  expect(Math.abs(Number(said?.[2]) - 8)).toBeLessThan(1)
  await expect.element(screen.getByText('The second lies on the first, as the computer aligned them.')).toBeVisible()
  await expect.element(linkSwitch()).toBeChecked()
  await expect.element(blendSwitch()).toBeEnabled()
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Undo the alignment' }).click()
  await expect.element(screen.getByText('These are not in the same coordinates.')).toBeVisible()
  await expect.element(linkSwitch()).not.toBeChecked()
})

test('aligning can be canceled', async () => {
  // Never asked, the worker is at work for as long as the click takes.
  const asked = vi.spyOn(Worker.prototype, 'postMessage').mockReturnValue()
  const ended = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => [asked, ended].forEach((spy) => void spy.mockRestore()))
  const { screen } = await compare('&compare=2')
  await bothShown()
  await alignButton().click()
  await expect.element(screen.getByRole('progressbar', { name: 'Aligning…' })).toBeInTheDocument()
  expect(asked).toHaveBeenCalledOnce()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(alignButton()).toBeVisible()
  expect(ended.mock.contexts).toEqual(asked.mock.contexts)
  expect(screen.getByText(/^Aligned by/).query()).toBeNull()
})

test('what cannot be aligned is said', async () => {
  await compare('&compare=2')
  await bothShown()
  await alignButton().click()
  await expect.element(page.getByText(/could not align these two/)).toBeVisible()
})
