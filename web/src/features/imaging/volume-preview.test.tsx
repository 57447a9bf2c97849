import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type Sent, type ServedCalls } from '../../testing/serve.ts'
import { dot, sliceTags } from './image-fixtures.ts'
import {
  fileOf,
  files,
  multipart,
  place,
  render,
  shown,
  slices,
  viewVolumes,
  volume,
  window,
} from './volume-fixtures.tsx'

vi.mock('./convert.ts', () => import('./volume-stand-ins.ts'))
vi.mock('./scene.ts', () => import('./volume-stand-ins.ts'))
viewVolumes()

const large = { '00280010': [1024], '00280011': [1024] }
const preview = () => page.getByRole('img', { name: /^Preview of/ })
const png = () => new Response(dot, { headers: { 'content-type': 'image/png' } })

/** A series whose files arrive when the test says so, and the requests for a small picture. */
const open = async (change: ServedCalls = {}) => {
  const asked: string[] = []
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (begun) => {
      control = begun
    },
  })
  const { screen } = await render({
    'GET */instances/': ok(slices(large)),
    'GET */series/9.1/': () => new Response(body, multipart),
    'GET */rendered/': ({ call, search }: Sent) => {
      asked.push(call.replace(/.*instances\//, '') + search)
      return png()
    },
    ...change,
  })
  const send = (text: string) => control?.enqueue(new TextEncoder().encode(text))
  const sendLast = (text: string) => {
    send(`${text}--b--`)
    control?.close()
  }
  return { screen, asked, send, sendLast }
}

test('a large series shows its middle slice, small and said to be a preview, until the volume is there', async () => {
  const { screen, asked, send, sendLast } = await open()
  await expect.element(preview()).toBeVisible()
  await expect.element(preview()).toHaveAccessibleName('Preview of Series of 1')
  expect(asked).toEqual(['8.2/rendered/?frame=1&window=1000%2C2000&viewport=256%2C256'])
  await expect.element(screen.getByText('Preview. The full images are loading: 0 of 2')).toBeVisible()
  expect(preview().element().parentElement).toHaveTextContent('RLAP')
  // Nothing is read from it, and nothing measured in it.
  await expect.element(place()).toHaveTextContent('')
  expect(screen.getByText(/^\d+ c?mm?$/).query()).toBeNull()
  expect(await axeHits()).toEqual([])
  send(`${files[0]}--b`)
  await expect.element(screen.getByText('Preview. The full images are loading: 1 of 2')).toBeVisible()
  sendLast(`${files[1]?.slice(3)}`)
  await shown()
  expect(preview().query()).toBeNull()
  expect(screen.getByText(/^Preview/).query()).toBeNull()
})

test('it has the proportions of the body, as its file says', async () => {
  await open({ 'GET */instances/': ok(slices({ ...large, '00280030': [8, 4] })) })
  await expect.element(preview()).toBeVisible()
  const { width, height } = preview().element().getBoundingClientRect()
  expect(width / height).toBeCloseTo(1 / 2, 1)
})

test.each([
  ['a small series', slices()],
  ['one that lies on its side', slices({ ...large, '00200037': [0, 1, 0, 1, 0, 0] })],
])('of %s no preview is asked for', async (_, list) => {
  const { screen, asked } = await open({ 'GET */instances/': ok(list) })
  await expect.element(screen.getByText('Loading images: 0 of 2')).toBeVisible()
  expect([asked, preview().query()]).toEqual([[], null])
})

test('a slice that planes turn over is turned over, with the letters of the planes', async () => {
  await open({ 'GET */instances/': ok(slices({ ...large, '00200037': [-1, 0, 0, 0, 1, 0] })) })
  await expect.element(preview()).toBeVisible()
  expect(new DOMMatrix(getComputedStyle(preview().element()).transform).a).toBe(-1)
  expect(preview().element().parentElement).toHaveTextContent('RLAP')
})

test('a view in which it would be another picture is chosen: it goes, and comes back with its own', async () => {
  const { screen } = await open()
  await expect.element(preview()).toBeVisible()
  await screen.getByRole('button', { name: /^Coronal/ }).click()
  await expect.element(preview()).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /^Axial/ }).click()
  await expect.element(preview()).toBeVisible()
})

test('a preview that cannot be had is left out, and the volume comes', async () => {
  const { screen, sendLast } = await open({ 'GET */rendered/': refused(404) })
  await expect.element(screen.getByText('Loading images: 0 of 2')).toBeVisible()
  sendLast(files.join(''))
  await shown()
})

test('where the files cannot be had the preview goes', async () => {
  let isDown = true
  const { screen } = await open({ 'GET */series/9.1/': () => (isDown ? refused(503) : volume()) })
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The image archive is not responding/)
  expect(preview().query()).toBeNull()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await shown()
})

test('what has been loaded needs none: other times of a series, and planes once more', async () => {
  const four = ['8.1', '8.2', '8.3', '8.4'].map((instance) => `--b\r\n\r\n${fileOf(instance)}\r\n`)
  const times = [1, 2, 3, 4].map((n) =>
    sliceTags(n, { ...window, ...large, '00200032': [0, 0, n % 2], '00200100': [n > 2 ? 2 : 1] }),
  )
  const { screen, asked, sendLast } = await open({ 'GET */instances/': ok(times) })
  await expect.element(preview()).toBeVisible()
  sendLast(four.join(''))
  await expect.element(place()).toMatchTextContent(/^time 1 of 2\. Axial/)
  await screen.getByRole('slider', { name: 'Step' }).fill('2')
  await expect.element(place()).toMatchTextContent(/^time 2 of 2\. Axial/)
  const small = () => asked.filter((one) => one.includes('viewport'))
  expect(small()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Show single slices instead' }).click()
  await screen.getByRole('button', { name: 'Show planes and 3D' }).click()
  await expect.element(place()).toMatchTextContent(/^time 2 of 2\. Axial/)
  expect(small()).toHaveLength(1)
})
