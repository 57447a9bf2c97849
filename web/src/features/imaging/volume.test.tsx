import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { type Answers, ok, refused, serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { sliceTags, tag } from './image-fixtures.ts'
import type { openScene } from './scene.ts'
import { ViewerPage } from './ViewerPage.tsx'

/** What stands for the graphics card and the converter, neither of which a test has. */
const fake = vi.hoisted(() => ({
  did: [] as string[],
  canDraw: true,
  isVolume: true,
  closed: 0,
  converted: [] as number[],
  looks: [] as object[],
  shown: [] as ArrayBuffer[],
}))
const full = { center: 2048, width: 4096 }
vi.mock('./convert.ts', () => ({
  openConverter: () => ({
    niftiOf: async (files: Uint8Array[]) => {
      fake.converted.push(files.length)
      if (!fake.isVolume) throw new Error('no volume')
      return new ArrayBuffer(8)
    },
    close: () => undefined,
  }),
}))
vi.mock('./scene.ts', () => ({
  openScene: async (_: HTMLCanvasElement, { place, windowing }: Parameters<typeof openScene>[1]) => {
    if (!fake.canDraw) throw new Error('no WebGL2')
    const note = (what: string) => (value?: unknown) => void fake.did.push(value ? `${what} ${value}` : what)
    return {
      show: async (nifti: ArrayBuffer, look: { windowing: typeof full | undefined }) => {
        fake.shown.push(nifti)
        fake.looks.push(look)
        windowing(look.windowing ?? full)
        place({ voxel: [0, 1, 2], of: [3, 4, 5], mm: [-1, 2, 3], value: 12.345 })
        return full
      },
      setWindowing: windowing,
      setLayout: note('layout'),
      setDragging: note('drag'),
      act: note('act'),
      clearSegments: () => undefined,
      setSegmentStrength: () => undefined,
      reset: (wish?: typeof full) => windowing(wish ?? full),
      close: () => fake.closed++,
    }
  },
}))

const opened = { viewer: '/viewer', study_UID: '1.2.3', study_date: '', scan_type: '', patient_name: 'Amara Abbott' }
const seriesOf = (n: number) => ({
  '0020000E': tag(`9.${n}`),
  '00200011': tag(n),
  '0008103E': tag(`Series of ${n}`),
  '00201209': tag(2),
})
/** The beginning of a DICOM file: which instance it is (0002,0003). */
const fileOf = (instance: string) => `${'\0'.repeat(128)}DICM\x02\0\x03\0UI\x04\0${instance}\0${'\x08'.repeat(8)}`
const files = ['8.1', '8.2'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
const multipart = { headers: { 'content-type': 'multipart/related; boundary=b' } }
const volume = () => new Response(`${files.join('')}--b--`, multipart)
const window = { '00281050': [1000], '00281051': [2000] }
const slices = (change: Record<string, unknown[]> = {}) => [1, 2].map((n) => sliceTags(n, { ...window, ...change }))

beforeEach(() => {
  signOut()
  signIn('Physician')
  Object.assign(fake, { did: [], canDraw: true, isVolume: true, closed: 0, converted: [], looks: [], shown: [] })
  const context = document.createElement('canvas').getContext('2d')
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(
    context && Object.assign(context, { getExtension: () => null }),
  )
})
const render = async (change: Answers = {}) => {
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
const place = () => page.getByRole('status').last()
const shown = () =>
  expect
    .element(place())
    .toHaveTextContent('Axial 3 of 5, coronal 2 of 4, sagittal 1 of 3. Value 12.3. At L 1.0 mm, A 2.0 mm, S 3.0 mm')
const pressed = (name: RegExp) => page.getByRole('button', { name, pressed: true })

test('where one is stands in words beside the picture, which has the focus for its keys', async () => {
  const { screen, canvas } = await render()
  await shown()
  await expect.element(canvas).toHaveFocus()
  await expect.element(screen.getByLabelText('Level')).toHaveValue('1000')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Scan' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('while the images come they are counted, and single slices can be had at once', async () => {
  let more: ((text: string) => void) | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (control) => {
      more = (text) => control.enqueue(new TextEncoder().encode(text))
    },
  })
  const { screen } = await render({ 'GET */series/9.1/': () => new Response(body, multipart) })
  await expect.element(screen.getByText('Loading images: 0 of 2')).toBeVisible()
  more?.(`${files[0]}--b`)
  await expect.element(screen.getByRole('progressbar', { name: 'Loading images: 1 of 2' })).toBeInTheDocument()
  more?.(`${files[1]?.slice(3)}--b`)
  await expect.element(screen.getByText('Preparing the views…')).toBeVisible()
  await screen.getByRole('button', { name: 'Show single slices instead' }).first().click()
  await expect.element(place()).toHaveTextContent('Series of 1, Slice 2 of 2, at H 10.0 mm')
  await expect.poll(() => fake.closed).toBe(1)
})

test('a view is chosen by key or button, says which it is, and names the picture', async () => {
  const { screen, canvas } = await render()
  await shown()
  await expect.element(pressed(/^Planes and 3D/)).toBeVisible()
  await userEvent.keyboard('2')
  await expect.element(pressed(/^Coronal/)).toBeVisible()
  await expect.element(canvas).toHaveAccessibleName('Images of the series, Coronal. The arrow keys move through them.')
  await screen.getByRole('button', { name: /^Sagittal/ }).click()
  await expect.element(pressed(/^Sagittal/)).toBeVisible()
  await expect.element(pressed(/^Coronal/)).not.toBeInTheDocument()
  expect(fake.did).toEqual(['layout coronal', 'layout sagittal'])
})

test('that a drag sets the window is switched on and off, and said', async () => {
  await render()
  await shown()
  await userEvent.keyboard('w')
  await expect.element(pressed(/^Drag sets window/)).toBeVisible()
  await userEvent.keyboard('W')
  await expect.element(pressed(/^Drag sets window/)).not.toBeInTheDocument()
  expect(fake.did).toEqual(['drag windowing', 'drag crosshair'])
})

test('the window is set by keys, by presets and by numbers, and Reset brings the recorded one back', async () => {
  const { screen } = await render()
  await shown()
  const [level, width] = ['Level', 'Width'].map((name) => screen.getByLabelText(name))
  await expect.element(pressed(/^As recorded/)).toBeVisible()
  await userEvent.keyboard('-')
  await expect.element(level!).toHaveValue('1100')
  await expect.element(pressed(/^As recorded/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'All values' }).click()
  await expect.element(width!).toHaveValue('4096')
  await width!.fill('0')
  await expect.element(pressed(/^All values/)).toBeVisible()
  await screen.getByRole('button', { name: /^Reset/ }).click()
  await expect.element(width!).toHaveValue('2000')
})

test('the keys of the crosshair reach the picture, those of the browser and of a field do not', async () => {
  const { screen } = await render()
  await shown()
  await userEvent.keyboard('{ArrowLeft}{PageUp}{Control>}z{/Control}x')
  expect(fake.did).toEqual(['act left', 'act forward', 'act smaller'])
  await screen.getByLabelText('Level').click()
  await userEvent.keyboard('{ArrowLeft}z')
  expect(fake.did).toHaveLength(3)
})

test('the other series is opened by its key, and round again to the first', async () => {
  const { screen } = await render()
  await shown()
  await userEvent.keyboard('p')
  await expect.element(screen.getByRole('button', { name: /^Series of 2/ })).toHaveAttribute('aria-current', 'true')
  await shown()
  await userEvent.keyboard('n')
  await expect.element(screen.getByRole('button', { name: /^Series of 1/ })).toHaveAttribute('aria-current', 'true')
})

test('images that make no volume are shown one by one, and the next series is tried as a volume', async () => {
  fake.isVolume = false
  const { screen } = await render()
  await expect.element(screen.getByText(/^These images do not form a volume/)).toBeVisible()
  await expect.element(place()).toHaveTextContent('Series of 1, Slice 2 of 2, at H 10.0 mm')
  fake.isVolume = true
  await screen.getByRole('button', { name: /^Series of 2/ }).click()
  await shown()
})

test('a browser that turns out to draw no 3D shows single slices, and does not offer 3D', async () => {
  fake.canDraw = false
  const { screen } = await render()
  await expect.element(screen.getByText('This browser cannot draw in 3D, so single slices are shown.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Show planes and 3D' }).query()).toBeNull()
})

test('who chose single slices can come back to 3D', async () => {
  const { screen } = await render()
  await shown()
  await screen.getByRole('button', { name: 'Show single slices instead' }).click()
  await screen.getByRole('button', { name: 'Show planes and 3D' }).click()
  await shown()
})

test('the focus goes along to single slices and back, so that their keys work at once', async () => {
  const { screen } = await render()
  await shown()
  await userEvent.keyboard('{Tab}')
  screen.getByRole('button', { name: 'Show single slices instead' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('application')).toHaveFocus()
  await expect.element(place()).toMatchTextContent(/Slice 2 of 2/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(place()).toMatchTextContent(/Slice 1 of 2/)
})

test('an archive that stops answering is told over the picture and asked again', async () => {
  let isDown = true
  const { screen } = await render({ 'GET */series/9.1/': () => (isDown ? refused(503) : volume()) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The image archive does not answer/)
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await shown()
})

test('a study that is closed while it comes leaves nothing of the patient on the screen', async () => {
  const { screen } = await render({ 'GET */series/9.1/': refused(404) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/not found, or you do not have access to it/)
  await expect.element(screen.getByText('Amara Abbott')).not.toBeInTheDocument()
})

test('a patient reads beside the planes how these are drawn, and beside single slices how their files lie', async () => {
  signIn('Patient')
  const { screen } = await render({ 'GET */instances/': ok(slices({ '00200037': [-1, 0, 0, 0, 1, 0] })) })
  await shown()
  await screen.getByText('What am I seeing?').click()
  await expect.element(screen.getByText(/In both, your right side is on the left of the picture/)).toBeVisible()
  expect(screen.getByText(/On the left of the picture is/).query()).toBeNull()
  await screen.getByRole('button', { name: 'Show single slices instead' }).click()
  await screen.getByText('What am I seeing?').click()
  await expect.element(screen.getByText(/On the left of the picture is your left side/)).toBeVisible()
  expect(screen.getByText(/In both, your right side/).query()).toBeNull()
})

const whole = { windowing: { center: 1000, width: 2000 }, windowShape: 'LINEAR', isInverted: false }
test.each([
  ['by their color', { '00280004': ['MONOCHROME1'] }],
  ['by their presentation', { '20500020': ['INVERSE'] }],
  ['by both, which say the same', { '00280004': ['MONOCHROME1'], '20500020': ['INVERSE'] }],
])('low is white where the files say so, and brighter stays brighter: %s', async (_, change) => {
  const { screen } = await render({ 'GET */instances/': ok(slices(change)) })
  await shown()
  expect(fake.looks).toEqual([{ ...whole, isInverted: true }])
  await userEvent.keyboard('+')
  await expect.element(screen.getByLabelText('Level')).toHaveValue('1100')
})

test.each([
  ['a curve', { '00281056': ['SIGMOID'] }, { ...whole, windowShape: 'SIGMOID' }],
  ['a straight line from end to end', { '00281056': ['LINEAR_EXACT'] }, { ...whole, windowShape: 'LINEAR_EXACT' }],
  [
    'no window, so all values',
    { '00281050': [], '00281051': [] },
    { windowing: undefined, windowShape: 'LINEAR_EXACT', isInverted: false },
  ],
])('planes make light of values as the files say: %s', async (_, change, look) => {
  await render({ 'GET */instances/': ok(slices(change)) })
  await shown()
  expect(fake.looks).toEqual([look])
})

test.each([
  ['a capture', { '00080016': ['1.2.840.10008.5.1.4.1.1.7'] }, /not slices through the body/],
  ['without a place', { '00200037': [] }, /do not say where in the body/],
  ['of an unknown form', { '00280004': [] }, /do not say how to draw/],
  ['in color', { '00280004': ['RGB'] }, /color pictures/],
])('what is no volume never reaches the converter, and is shown as it was stored: %s', async (_, change, why) => {
  const sent = serve({})
  const { screen } = await render({ 'GET */instances/': ok(slices(change)), 'GET */metadata/': ok(slices(change)) })
  await expect.element(screen.getByText(why)).toBeVisible()
  await expect.element(place()).toMatchTextContent(/^Series of 1, Slice 2 of 2/)
  expect(screen.getByRole('button', { name: 'Show planes and 3D' }).query()).toBeNull()
  expect(screen.getByRole('button', { name: /^Axial/ }).query()).toBeNull()
  expect([fake.converted, sent]).toEqual([[], []])
})

test('of a series with times each is shown by itself, said, and stepped through; the files come once', async () => {
  let reads = 0
  const four = ['8.1', '8.2', '8.3', '8.4'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
  const times = [1, 2, 3, 4].map((n) =>
    sliceTags(n, { '00200032': [0, 0, n % 2], '00200100': [n > 2 ? 2 : 1], '00200013': [n] }),
  )
  const { screen } = await render({
    'GET */instances/': ok(times),
    'GET */series/9.1/': () => {
      reads++
      return new Response(`${four.join('')}--b--`, multipart)
    },
  })
  await expect.element(place()).toMatchTextContent(/^time 1 of 2\. Axial 3 of 5/)
  await expect.element(screen.getByText('2 of 4 images: time 1 of 2')).toBeVisible()
  await screen.getByRole('slider', { name: 'Step' }).fill('2')
  await expect.element(place()).toMatchTextContent(/^time 2 of 2\. Axial 3 of 5/)
  await expect.element(screen.getByText('2 of 4 images: time 2 of 2')).toBeVisible()
  expect([reads, fake.converted]).toEqual([1, [2, 2]])
  await screen.getByRole('button', { name: /^Play/ }).click()
  await expect.element(place()).toMatchTextContent(/^time 1 of 2/)
  await screen.getByRole('button', { name: /^Pause/ }).click()
  expect(await axeHits()).toEqual([])
})

/** A whole file in explicit form: its first group, and its pixels, which all have one value. */
const plainFile = (instance: string, value: number) => {
  const length = 48 * 64 * 2
  const head = new DataView(new ArrayBuffer(12))
  head.setUint32(0, 0x00107fe0, true)
  head.setUint32(8, length, true)
  new Uint8Array(head.buffer).set([0x4f, 0x57], 4)
  return [
    `--b\r\n\r\n${'\0'.repeat(128)}DICM\x02\0\x03\0UI\x04\0${instance}\0\x02\0\x10\0UI\x14\x001.2.840.10008.1.2.1\0`,
    head.buffer,
    new Uint16Array(length / 2).fill(value),
    '\r\n',
  ]
}

test('one plain slice a file needs no converter: its values are read where they lie, in the order of their places', async () => {
  const body = new Blob([...plainFile('8.2', 20), ...plainFile('8.1', 10), '--b--'])
  await render({ 'GET */series/9.1/': () => new Response(body, multipart) })
  await shown()
  expect(fake.converted).toEqual([])
  const [nifti] = fake.shown
  expect(nifti?.byteLength).toBe(352 + 2 * 48 * 64 * 2)
  expect([352, 352 + 48 * 64 * 2].map((at) => new DataView(nifti!).getInt16(at, true))).toEqual([10, 20])
})

test('echoes are chosen by name', async () => {
  const echoes = [1, 2, 3, 4].map((n) =>
    sliceTags(n, { '00200032': [0, 0, n % 2], '00180086': [n > 2 ? 2 : 1], '00180081': [n > 2 ? 34 : 17] }),
  )
  const four = ['8.1', '8.2', '8.3', '8.4'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
  const { screen } = await render({
    'GET */instances/': ok(echoes),
    'GET */series/9.1/': () => new Response(`${four.join('')}--b--`, multipart),
  })
  await screen.getByRole('button', { name: /^echo 2 of 2 \(34 ms\)/ }).click()
  await expect.element(place()).toMatchTextContent(/^echo 2 of 2 \(34 ms\)\. Axial/)
  expect(fake.converted.at(-1)).toBe(2)
})

test('an echo that makes no volume is shown in pictures, and the next one is tried again', async () => {
  fake.isVolume = false
  const echoes = [1, 2, 3, 4].map((n) => sliceTags(n, { '00200032': [0, 0, n % 2], '00180086': [n > 2 ? 2 : 1] }))
  const four = ['8.1', '8.2', '8.3', '8.4'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
  const { screen } = await render({
    'GET */instances/': ok(echoes),
    'GET */series/9.1/': () => new Response(`${four.join('')}--b--`, multipart),
  })
  await expect.element(place()).toMatchTextContent(/^Series of 1, echo 1 of 2, Slice 2 of 2/)
  fake.isVolume = true
  await screen.getByRole('button', { name: /^echo 2 of 2/ }).click()
  await expect.element(place()).toMatchTextContent(/^echo 2 of 2\. Axial/)
})

test('of a file with several sets of slices a volume is made of its plain frames, which are counted', async () => {
  const frame = (n: number, time: number) => ({
    '00209113': { Value: [{ '00200032': tag(-100, -100, n * 5) }] },
    '00209111': { Value: [{ '00209128': tag(time) }] },
  })
  const whole = {
    ...sliceTags(1, {
      ...window,
      '00080016': ['1.2.840.10008.5.1.4.1.1.4.1'],
      '00280002': [1],
      '00280008': [4],
      '00280010': [1],
      '00280011': [1],
      '00280100': [16],
      '00280101': [16],
      '00280102': [15],
      '00280103': [0],
    }),
    '52009230': { Value: [frame(1, 1), frame(2, 1), frame(2, 2), frame(1, 2)] },
  }
  const asked: string[] = []
  const frames = (_: { call: string; query: URLSearchParams }) => {
    asked.push(`${_.call.split('/frames/')[1]} ${_.query.get('accept')}`)
    const part = '--b\r\ncontent-length: 2\r\n\r\n\x01\x02\r\n'
    return new Response(`${part}${part}--b--`, multipart)
  }
  await render({
    'GET */instances/': ok([whole]),
    'GET */metadata/': ok([whole]),
    'GET */frames/1%2C2/': frames,
    'GET */frames/4%2C3/': frames,
  })
  await expect.element(place()).toMatchTextContent(/Axial 3 of 5/)
  await page.getByRole('slider', { name: 'Step' }).fill('2')
  // The slices of the second time, from the feet to the head.
  await expect
    .poll(() => asked)
    .toEqual([
      '1%2C2/ multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1',
      '4%2C3/ multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1',
    ])
  expect(fake.converted).toEqual([])
  expect(page.getByText(/shown one by one/).elements()).toHaveLength(0)
})
