import { beforeEach, expect, test, vi } from 'vitest'
import { openConverter } from './convert.ts'

const fake = vi.hoisted(() => ({
  ready: Promise.resolve(),
  run: async (): Promise<File[]> => [],
  names: [] as string[],
  terminated: 0,
}))
vi.mock('@niivue/dcm2niix', () => ({
  Dcm2niix: class {
    worker = { terminate: () => fake.terminated++ }
    init = () => fake.ready
    input = (files: File[]) => {
      fake.names = files.map(({ name }) => name)
      return { run: () => fake.run() }
    }
  },
}))

const files = [new Uint8Array([1]), new Uint8Array([2])]
const { signal } = new AbortController()
beforeEach(() => {
  Object.assign(fake, { ready: Promise.resolve(), run: async () => [], names: [], terminated: 0 })
})

test('of the volumes of a series the largest is shown; what else is made is none', async () => {
  fake.run = async () => [
    new File(['small'], 'a.nii'),
    new File(['the largest'], 'b.nii'),
    new File(['notes about the series'], 'b.json'),
  ]
  const nifti = await openConverter().niftiOf(files, signal)
  expect(new TextDecoder().decode(nifti)).toBe('the largest')
  expect(fake.names).toEqual(['0.dcm', '1.dcm'])
})

test('a series that makes no volume says so', async () => {
  fake.run = async () => [new File(['notes'], 'b.json')]
  await expect(openConverter().niftiOf(files, signal)).rejects.toThrow('no volume')
})

test('a converter that breaks, or never starts, is told as images that make no volume', async () => {
  fake.run = async () => Promise.reject(new RangeError('out of memory'))
  await expect(openConverter().niftiOf(files, signal)).rejects.toMatchObject({
    name: 'NotConverted',
    message: 'RangeError: out of memory',
  })
  fake.ready = Promise.reject(new Error('WebAssembly is blocked'))
  await expect(openConverter().niftiOf(files, signal)).rejects.toMatchObject({ name: 'NotConverted' })
})

test('a converter that never answers is given up', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  fake.run = () => new Promise(() => undefined)
  const nifti = openConverter().niftiOf(files, signal)
  limit.abort()
  await expect(nifti).rejects.toThrow('too slow')
  vi.restoreAllMocks()
})

test('who leaves the page breaks it off, which is no fault of the images', async () => {
  const leaving = new AbortController()
  fake.run = () => new Promise(() => undefined)
  const nifti = openConverter().niftiOf(files, leaving.signal)
  leaving.abort()
  await expect(nifti).rejects.toMatchObject({ name: 'AbortError' })
})

test('closing ends its worker', () => {
  openConverter().close()
  expect(fake.terminated).toBe(1)
})
