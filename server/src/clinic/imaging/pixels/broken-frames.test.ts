import { describe, expect, test } from 'vitest'
import type { Kind } from '../../../../test/phantoms.ts'
import { compressedJob, drawn, jobOf } from '../../../../test/picture-jobs.ts'
import { pictureOf } from './picture.ts'
import type { PictureJob } from './picture-reader.ts'
import { PictureRefused } from './picture-refused.ts'

const kind: Kind = { name: 'to be broken', stored: 12 }
const small: Kind = { name: 'to be broken', allocated: 8 }
const syntaxes: [string, Kind][] = [
  ['1.2.840.10008.1.2.5', kind],
  ['1.2.840.10008.1.2.4.50', small],
  ['1.2.840.10008.1.2.4.70', kind],
  ['1.2.840.10008.1.2.4.80', kind],
  ['1.2.840.10008.1.2.4.90', kind],
  ['1.2.840.10008.1.2.4.201', kind],
]

const reasonOf = (job: PictureJob) =>
  pictureOf(async () => job).then(
    () => 'drawn',
    (error: unknown) => (error instanceof PictureRefused ? error.reason : error),
  )

/** Always the same numbers. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed
}

describe.for(syntaxes)('%s', ([syntax, kind]) => {
  test('a frame that was cut off is damaged, not noise', async () => {
    const job = await compressedJob(kind, syntax)
    expect(await reasonOf(job)).toBe('drawn')
    for (const share of [0, 0.1, 0.5, 0.9]) {
      const bytes = job.bytes.subarray(0, Math.floor(job.bytes.length * share))
      expect(await reasonOf({ ...job, bytes })).toBe('damaged')
    }
  })

  test('a frame of another size than the tags tell is damaged', async () => {
    const job = await compressedJob(kind, syntax)
    const tags = { ...job.tags, '00280010': { vr: 'US', Value: [4000] } }
    expect(await reasonOf({ ...job, tags })).toBe('damaged')
  })

  test('changed bytes end in a picture or a reason, and the next frame is drawn', async () => {
    const job = await compressedJob(kind, syntax)
    const next = numbers(7)
    for (let n = 0; n < 30; n++) {
      const bytes = Buffer.from(job.bytes)
      for (let change = 0; change < 3; change++) bytes[next() % bytes.length] = next() % 256
      expect(await reasonOf({ ...job, bytes })).toMatch(/^(drawn|damaged|form|too_large)$/)
    }
    expect(await drawn(job)).toMatchObject({ width: 64, height: 48 })
  })
})

test.for([
  ['video', '1.2.840.10008.1.2.4.102'],
  ['video', '1.2.840.10008.1.2.4.107'],
  ['compression', '1.2.840.10008.1.2.4.94'],
  ['compression', '1.2.3'],
] as const)('%s is the reason for %s', async ([reason, syntax]) => {
  expect(await reasonOf(jobOf(kind, { syntax }))).toBe(reason)
})

test('missing pixels, unknown forms and colors, and sizes beyond bounds are refused', async () => {
  const job = jobOf(kind)
  expect(await reasonOf({ ...job, bytes: job.bytes.subarray(2) })).toBe('damaged')
  const withTag = (name: string, value: unknown) => ({
    ...job,
    tags: { ...job.tags, [name]: { vr: 'US', Value: [value] } },
  })
  expect(await reasonOf(withTag('00280100', 12))).toBe('form')
  expect(await reasonOf(withTag('00280002', 2))).toBe('damaged')
  expect(await reasonOf(withTag('00280010', 0))).toBe('form')
  const huge = { '00280010': { vr: 'US', Value: [60_000] }, '00280011': { vr: 'US', Value: [60_000] } }
  expect(await reasonOf({ ...job, tags: { ...job.tags, ...huge } })).toBe('too_large')
  const color = jobOf({ name: 'hsv', color: 'RGB', allocated: 8 })
  expect(await reasonOf({ ...color, tags: { ...color.tags, '00280004': { vr: 'CS', Value: ['HSV'] } } })).toBe('form')
})

/** The header of a JPEG-LS stream with one component, and nothing after it. */
const jpegLsHead = (precision: number, rows: number, columns: number) => {
  const [frame, size] = [Buffer.from('fff7000b0000000000010111000000', 'hex'), Buffer.alloc(4)]
  frame.writeUInt8(precision, 4)
  size.writeUInt16BE(rows)
  size.writeUInt16BE(columns, 2)
  size.copy(frame, 5)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    frame.subarray(0, 13),
    Buffer.from('ffda000801010000000000', 'hex'),
  ])
}

test('a frame that would be too many bytes is refused before it is decoded, whatever its samples are', async () => {
  const job = jobOf(kind)
  const sized = (rows: number, columns: number, bits: number) => ({
    ...job,
    syntax: '1.2.840.10008.1.2.5',
    tags: {
      ...job.tags,
      '00280010': { vr: 'US', Value: [rows] },
      '00280011': { vr: 'US', Value: [columns] },
      '00280100': { vr: 'US', Value: [bits] },
    },
  })
  expect(await reasonOf(sized(4096, 3328, 16))).toBe('damaged')
  expect(await reasonOf(sized(4096, 4096, 32))).toBe('damaged')
  expect(await reasonOf(sized(4097, 4096, 32))).toBe('too_large')
  expect(await reasonOf(sized(8192, 8193, 1))).toBe('too_large')
  const eight = { ...sized(8000, 8000, 8), syntax: '1.2.840.10008.1.2.4.80' }
  expect(await reasonOf({ ...eight, bytes: jpegLsHead(16, 8000, 8000) })).toBe('too_large')
})
