import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { sliceTags, tag } from './image-fixtures.ts'
import { fileOf, multipart, place, render, shown, slices, viewVolumes, window } from './volume-fixtures.tsx'
import { fake } from './volume-stand-ins.ts'

vi.mock('./convert.ts', () => import('./volume-stand-ins.ts'))
vi.mock('./scene.ts', () => import('./volume-stand-ins.ts'))
viewVolumes()

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

test('a time that is ready only after another one was chosen does not come over that one', async () => {
  const first = Promise.withResolvers<void>()
  fake.reading = first.promise
  const four = ['8.1', '8.2', '8.3', '8.4'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
  const times = [1, 2, 3, 4].map((n) =>
    sliceTags(n, { '00200032': [0, 0, n % 2], '00200100': [n > 2 ? 2 : 1], '00200013': [n] }),
  )
  const { screen } = await render({
    'GET */instances/': ok(times),
    'GET */series/9.1/': () => new Response(`${four.join('')}--b--`, multipart),
  })
  await expect.poll(() => fake.begun).toBe(1)
  fake.reading = undefined
  await screen.getByRole('slider', { name: 'Step' }).fill('2')
  await expect.element(place()).toMatchTextContent(/^time 2 of 2\. Axial/)
  first.resolve()
  await expect.poll(() => fake.read).toBe(2)
  expect(fake.shown).toHaveLength(1)
  await expect.element(place()).toMatchTextContent(/^time 2 of 2\. Axial/)
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
  fake.unconverted = new Error('no volume')
  const echoes = [1, 2, 3, 4].map((n) => sliceTags(n, { '00200032': [0, 0, n % 2], '00180086': [n > 2 ? 2 : 1] }))
  const four = ['8.1', '8.2', '8.3', '8.4'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
  const { screen } = await render({
    'GET */instances/': ok(echoes),
    'GET */series/9.1/': () => new Response(`${four.join('')}--b--`, multipart),
  })
  await expect.element(place()).toMatchTextContent(/^Series of 1, echo 1 of 2, Slice 2 of 2/)
  fake.unconverted = undefined
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
