import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Answers, ok, refused, serve } from '../../testing/serve.ts'
import { signIn, signOut } from '../../testing/show.tsx'
import { filesOf, recordedOf, seriesOf, slicesOf } from './dicomweb.ts'
import { failureText } from './queries.ts'

const { signal } = new AbortController()
const tag = (...Value: unknown[]) => ({ vr: 'UN', Value })
const answering = (answers: Answers) => {
  signOut()
  signIn('Physician')
  return serve(answers)
}
beforeEach(signOut)

test('series come in the order of their numbers, and what a file lacks is empty and not “undefined”', async () => {
  answering({
    'GET */series/': ok([
      { '0020000E': tag('9.2'), '00200011': tag('12'), '0008103E': tag('AX T2'), '00201209': tag(30) },
      { '0020000E': tag('9.1'), '00200011': tag(2), '0008103E': { vr: 'LO' }, '00080060': tag('MR') },
    ]),
  })
  expect(await seriesOf('1.2.3', signal)).toEqual([
    { uid: '9.1', number: 2, description: '', modality: 'MR', instances: 0 },
    { uid: '9.2', number: 12, description: 'AX T2', modality: '', instances: 30 },
  ])
})

test('an instance with many frames is as many slices, in the place of its number', async () => {
  answering({
    'GET */instances/': ok([
      { '00080018': tag('8.3'), '00200013': tag('10') },
      { '00080018': tag('8.2'), '00200013': tag(9), '00280008': tag('3') },
      { '00080018': tag('8.1') },
    ]),
  })
  expect(await slicesOf('1.2.3', '9.1', signal)).toEqual([
    { instance: '8.1', frame: 1 },
    { instance: '8.2', frame: 1 },
    { instance: '8.2', frame: 2 },
    { instance: '8.2', frame: 3 },
    { instance: '8.3', frame: 1 },
  ])
})

const recorded = (tags: object[]) => {
  answering({ 'GET */metadata/': ok(tags) })
  return recordedOf('1.2.3', '9.1', '8.1', signal)
}

// Rows, then columns, as the file has them; what stands at the left and at the upper edge (PS3.3 C.7.6.2.1.1).
test.each([
  ['axial', [1, 0, 0, 0, 1, 0], 'R', 'A'],
  ['axial, turned round', [-1, 0, 0, 0, -1, 0], 'L', 'P'],
  ['coronal', [1, 0, 0, 0, 0, -1], 'R', 'H'],
  ['sagittal', [0, 1, 0, 0, 0, -1], 'A', 'H'],
  ['from the feet', [0, -1, 0, 0, 0, 1], 'P', 'F'],
  ['oblique', [0.2, 0.95, 0.1, 0.1, 0.3, -0.9], 'A', 'H'],
  ['in text', ['1', '0', '0', '0', '1', '0'], 'R', 'A'],
])('the edges of a slice say which side of the patient they are: %s', async (_, cosines, left, top) => {
  expect((await recorded([{ '00200037': tag(...cosines) }])).edges).toEqual({ left, top })
})

test.each([[[]], [[1, 0, 0]], [[1, 0, 0, 0, 1, 'x']]])('of the directions %o nothing is claimed', async (cosines) => {
  expect((await recorded([{ '00200037': tag(...cosines) }])).edges).toBeUndefined()
})

test.each<[string, object, object | undefined]>([
  ['of numbers', { '00281050': tag(40), '00281051': tag(80) }, { center: 40, width: 80 }],
  [
    'of the first of several',
    { '00281050': tag('40', '600'), '00281051': tag('80', '2000') },
    { center: 40, width: 80 },
  ],
  ['around zero', { '00281050': tag(0), '00281051': tag(1) }, { center: 0, width: 1 }],
  ['without a width', { '00281050': tag(40) }, undefined],
  ['with the width 0', { '00281050': tag(40), '00281051': tag(0) }, undefined],
  ['that is no number', { '00281050': tag(''), '00281051': tag('wide') }, undefined],
])('the window that a file asks for, %s', async (_, tags, windowing) => {
  expect((await recorded([tags])).windowing).toEqual(windowing)
})

test('an archive that knows nothing of an image asks for nothing', async () => {
  expect(await recorded([])).toEqual({ windowing: undefined, edges: undefined })
})

const headers = { 'content-type': 'multipart/related; type="application/dicom"; boundary=b' }
const part = (text: string) => new TextEncoder().encode(`--b\r\nContent-Type: application/dicom\r\n\r\n${text}\r\n`)
const stream = () => {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      control = opened
    },
  })
  answering({ 'GET */series/9.1/': () => new Response(body, { headers }) })
  const counts: number[] = []
  const files = filesOf('1.2.3', '9.1', signal, (count) => counts.push(count))
  files.catch(() => undefined)
  return { files, counts, control }
}

test('the files of a series are counted as they arrive', async () => {
  const { files, counts, control } = stream()
  control?.enqueue(part('one'))
  control?.enqueue(part('two'))
  await expect.poll(() => counts).toEqual([1])
  control?.enqueue(new TextEncoder().encode('--b--'))
  control?.close()
  expect((await files).map((bytes) => new TextDecoder().decode(bytes))).toEqual(['one', 'two'])
})

test('a connection that breaks is told as such, and not as images that make no volume', async () => {
  const { files, counts, control } = stream()
  control?.enqueue(part('one'))
  control?.enqueue(part('two'))
  await expect.poll(() => counts).toEqual([1])
  control?.error(new TypeError('network error'))
  expect(failureText(await files.catch((error: unknown) => error))).toMatch(/^The images cannot be reached\./)
})

test('a connection that falls silent for half a minute counts as lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { files, control, counts } = stream()
  control?.enqueue(part('one'))
  control?.enqueue(part('two'))
  await expect.poll(() => counts).toEqual([1])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(failureText(await files.catch((error: unknown) => error))).toMatch(/^The images cannot be reached\./)
})

test.each([
  [404, 'This scan was not found, or you do not have access to it.'],
  [500, 'The images could not be loaded. Please try again.'],
  [502, 'The image archive does not answer at the moment. Please try again.'],
  [504, 'The image archive does not answer at the moment. Please try again.'],
])('a refusal with %i reads “%s”', async (status, sentence) => {
  answering({ 'GET */series/': refused(status) })
  expect(failureText(await seriesOf('1.2.3', signal).catch((error: unknown) => error))).toBe(sentence)
})
