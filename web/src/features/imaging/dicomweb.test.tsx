import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { signIn, signOut } from '../../testing/show.tsx'
import { filesOf, readImages, seriesOf } from './dicomweb.ts'
import { sliceTags, tag } from './image-fixtures.ts'
import { failureText } from './queries.ts'

const { signal } = new AbortController()
const answering = (answers: ServedCalls) => {
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

const pictures = async () =>
  (await readImages('1.2.3', '9.1', signal)).map(({ instance, frame }) => `${instance} ${frame}`)

test('an instance with many frames is as many pictures, in the place of its number', async () => {
  answering({
    'GET */instances/': ok([
      sliceTags(10),
      sliceTags(9, { '00280008': ['3'], '00080016': ['1.2.840.10008.5.1.4.1.1.3.1'] }),
      sliceTags(1, { '00200013': [] }),
    ]),
  })
  expect(await pictures()).toEqual(['8.1 1', '8.9 1', '8.9 2', '8.9 3', '8.10 1'])
})

test('documents of the study are no pictures', async () => {
  answering({
    'GET */instances/': ok([sliceTags(1), { '00080018': tag('8.2') }]),
    'GET */metadata/': ok([sliceTags(1), { '00080018': tag('8.2') }]),
  })
  expect(await pictures()).toEqual(['8.1 1'])
})

test('an archive whose lists leave out the form of an image is asked for all tags of the series', async () => {
  const sent = answering({
    'GET */instances/': ok([{ '00080018': tag('8.1'), '00200013': tag(1) }]),
    'GET */metadata/': ok([sliceTags(1)]),
  })
  expect((await readImages('1.2.3', '9.1', signal))[0]).toMatchObject({ photometric: 'MONOCHROME2', rows: 48 })
  expect(sent.at(-1)?.call).toBe('GET /api/dicomweb/studies/1.2.3/series/9.1/metadata/')
})

test('what holds for each frame of an instance is read in its tags', async () => {
  const frame = (z: number, bValue: number) => ({
    '00209113': tag({ '00200032': tag(0, 0, z) }),
    '00189117': tag({ '00189087': tag(bValue), '00189076': tag({ '00189089': tag(0, 0, 1) }) }),
  })
  const shared = {
    '00209116': tag({ '00200037': tag(1, 0, 0, 0, 1, 0) }),
    '00289110': tag({ '00280030': tag(2, 3) }),
    '00289132': tag({ '00281050': tag(40), '00281051': tag(80) }),
  }
  const enhanced = {
    ...sliceTags(1, { '00200037': [], '00200032': [], '00280030': [], '00280008': [2] }),
    '00080016': tag('1.2.840.10008.5.1.4.1.1.4.1'),
  }
  answering({
    'GET */instances/': ok([enhanced]),
    'GET */metadata/': ok([{ ...enhanced, '52009229': tag(shared), '52009230': tag(frame(0, 0), frame(5, 1000)) }]),
  })
  const [first, second] = await readImages('1.2.3', '9.1', signal)
  expect(first).toMatchObject({ position: [0, 0, 0], pixel: { height: 2, width: 3, of: 'body' } })
  expect(second).toMatchObject({
    frame: 2,
    position: [0, 0, 5],
    orientation: { row: [1, 0, 0], column: [0, 1, 0] },
    windowing: { center: 40, width: 80 },
    distinct: { bValue: 1000, direction: '0 0 1' },
  })
})

test('an enhanced image with one frame is read as those with many, and how it is compressed as the list says', async () => {
  const enhanced = sliceTags(1, {
    '00200037': [],
    '00200032': [],
    '00080016': ['1.2.840.10008.5.1.4.1.1.4.1'],
    '00083002': ['1.2.840.10008.1.2.4.90'],
  })
  const { '00083002': _, ...metadata } = enhanced
  const frame = {
    '00209113': tag({ '00200032': tag(0, 0, 7) }),
    '00289145': tag({ '00281053': tag(2), '00281052': tag(0) }),
  }
  answering({
    'GET */instances/': ok([enhanced]),
    'GET */metadata/': ok([{ ...metadata, '52009230': tag(frame) }]),
  })
  const [image] = await readImages('1.2.3', '9.1', signal)
  expect(image).toMatchObject({ position: [0, 0, 7], syntax: '1.2.840.10008.1.2.4.90', form: { slope: 2 } })
})

test.each<[string, Record<string, unknown[]>, object | undefined]>([
  ['of numbers', { '00281050': [40], '00281051': [80] }, { center: 40, width: 80 }],
  ['of the first of several', { '00281050': ['40', '600'], '00281051': ['80', '2000'] }, { center: 40, width: 80 }],
  ['around zero', { '00281050': [0], '00281051': [1] }, { center: 0, width: 1 }],
  ['without a width', { '00281050': [40] }, undefined],
  ['with the width 0', { '00281050': [40], '00281051': [0] }, undefined],
  ['that is no number', { '00281050': [''], '00281051': ['wide'] }, undefined],
])('the window that a file asks for, %s', async (_, tags, windowing) => {
  answering({ 'GET */instances/': ok([sliceTags(1, tags)]) })
  expect((await readImages('1.2.3', '9.1', signal))[0]?.windowing).toEqual(windowing)
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
  [502, 'The image archive is not responding right now. Please try again.'],
  [504, 'The image archive is not responding right now. Please try again.'],
])('a refusal with %i reads “%s”', async (status, sentence) => {
  answering({ 'GET */series/': refused(status) })
  expect(failureText(await seriesOf('1.2.3', signal).catch((error: unknown) => error))).toBe(sentence)
})
