import { beforeEach, expect, test, vi } from 'vitest'
import { openConverter } from './convert.ts'

const fake = vi.hoisted(() => ({
  ready: Promise.resolve(),
  run: async (): Promise<File[]> => [],
  names: [] as string[],
  terminated: 0,
  worker: new EventTarget(),
}))
vi.mock('@niivue/dcm2niix', () => ({
  Dcm2niix: class {
    worker = Object.assign(fake.worker, { terminate: () => fake.terminated++ })
    init = () => fake.ready
    input = (files: File[]) => {
      fake.names = files.map(({ name }) => name)
      const run = { m: () => run, p: () => run, run: () => fake.run() }
      return run
    }
  },
}))

const files = [new Uint8Array([1]), new Uint8Array([2])]
const { signal } = new AbortController()
beforeEach(() => {
  Object.assign(fake, {
    ready: Promise.resolve(),
    run: async () => [],
    names: [],
    terminated: 0,
    worker: new EventTarget(),
  })
})

const nifti = (slices: number, times = 1) => {
  const head = new DataView(new ArrayBuffer(352))
  head.setInt16(46, slices, true)
  head.setInt16(48, times, true)
  return head.buffer
}
const made = (...all: [name: string, slices: number, times?: number][]) => {
  fake.run = async () => [
    ...all.map(([name, ...shape]) => new File([nifti(...shape)], name)),
    new File(['notes about the series'], 'a.json'),
  ]
}

test('a volume has the slices that went in', async () => {
  made(['a.nii', 2])
  expect((await openConverter().niftiOf(files, 2, signal)).byteLength).toBe(352)
  expect(fake.names).toEqual(['0.dcm', '1.dcm'])
})

test('of leaning slices the volume that stands upright is taken', async () => {
  made(['a.nii', 2], ['a_Tilt_1.nii', 2])
  expect((await openConverter().niftiOf(files, 2, signal)).byteLength).toBe(352)
})

test.each<[string, [string, number, number?][]]>([
  [
    'two volumes, of which nobody knows which',
    [
      ['a.nii', 2],
      ['b.nii', 2],
    ],
  ],
  ['fewer slices', [['a.nii', 1]]],
  ['several times', [['a.nii', 2, 3]]],
])('%s are no volume', async (_, all) => {
  made(...all)
  await expect(openConverter().niftiOf(files, 2, signal)).rejects.toMatchObject({ name: 'NotConverted' })
})

test('a series that makes no volume says so', async () => {
  fake.run = async () => [new File(['notes'], 'b.json')]
  await expect(openConverter().niftiOf(files, 2, signal)).rejects.toThrow('0 volumes')
})

test('a converter that breaks, or never starts, is told as images that make no volume', async () => {
  fake.run = async () => Promise.reject(new RangeError('out of memory'))
  await expect(openConverter().niftiOf(files, 2, signal)).rejects.toMatchObject({
    name: 'NotConverted',
    message: 'RangeError: out of memory',
  })
  fake.ready = Promise.reject(new Error('WebAssembly is blocked'))
  await expect(openConverter().niftiOf(files, 2, signal)).rejects.toMatchObject({ name: 'NotConverted' })
})

test('a converter that never answers is given up', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  fake.run = () => new Promise(() => undefined)
  const converted = openConverter().niftiOf(files, 2, signal)
  limit.abort()
  await expect(converted).rejects.toThrow('too slow')
  vi.restoreAllMocks()
})

test('who leaves the page breaks it off, which is no fault of the images', async () => {
  const leaving = new AbortController()
  fake.run = () => new Promise(() => undefined)
  const converted = openConverter().niftiOf(files, 2, leaving.signal)
  leaving.abort()
  await expect(converted).rejects.toMatchObject({ name: 'AbortError' })
})

test('closing ends its worker', () => {
  openConverter().close()
  expect(fake.terminated).toBe(1)
})

test('a worker that was not downloaded is told from images that make no volume', async () => {
  fake.ready = Promise.reject(new Error('Worker failed to load: undefined'))
  await expect(openConverter().niftiOf(files, 2, signal)).rejects.toMatchObject({ name: 'MissingPart' })
})

test.each([
  [
    "NetworkError: Failed to execute 'send' on 'XMLHttpRequest': Failed to load '/assets/dcm2niix.wasm'.",
    'MissingPart',
  ],
  ['CompileError: WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 7b 22 65 72 @+0', 'MissingPart'],
  ['CompileError: WebAssembly.instantiate(): Refused to compile or instantiate WebAssembly module', 'NotConverted'],
])('a worker that cannot start because of “%s” is a %s', async (reason, name) => {
  fake.ready = new Promise(() => {})
  const converting = openConverter().niftiOf(files, 2, signal)
  const data = { type: 'error', message: `Aborted(${reason}). Build with -sASSERTIONS for more info.` }
  fake.worker.dispatchEvent(new MessageEvent('message', { data }))
  await expect(converting).rejects.toMatchObject({ name })
})
