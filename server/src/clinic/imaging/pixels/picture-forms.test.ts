import { describe, expect, test } from 'vitest'
import { type Kind, phantom, scene } from '../../../../test/phantoms.ts'
import { compressedJob, drawn, jobOf, plainOf } from '../../../../test/picture-jobs.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'
import type { PictureJob } from './picture-reader.ts'

const windowed = { WindowCenter: 900, WindowWidth: 1000 }
const rescaled = { RescaleSlope: 2, RescaleIntercept: -50 }
const groups = {
  shared: (items: object) => ({ SharedFunctionalGroupsSequence: [items] }),
  each: (...items: object[]) => ({ PerFrameFunctionalGroupsSequence: items }),
}
const first = { FrameContentSequence: [{ StackID: '1' }] }
const values = { PixelValueTransformationSequence: [{ ...rescaled, RescaleType: 'US' }] }
const window = { FrameVOILUTSequence: [windowed] }

describe('windows and rescaling in functional groups', () => {
  const plain = { name: 'plain', stored: 12, frames: 2, tags: { ...windowed, ...rescaled } } satisfies Kind
  test.for([
    { of: 'all frames', tags: groups.shared({ ...values, ...window }) },
    { of: 'each frame', tags: groups.each(first, { ...values, ...window }) },
    {
      of: 'a frame, before those of all',
      tags: {
        ...groups.shared({ ...values, FrameVOILUTSequence: [{ WindowCenter: 1, WindowWidth: 2 }] }),
        ...groups.each(first, window),
      },
    },
    {
      of: 'a frame, before those of the image',
      tags: { ...groups.each(first, { ...values, ...window }), WindowCenter: 7, WindowWidth: 3 },
    },
  ])('of $of', async ({ tags }) => {
    const expected = await drawn(jobOf(plain, { frame: 2 }))
    expect(await drawn(jobOf({ ...plain, tags }, { frame: 2 }))).toEqual(expected)
  })
})

describe('windows', () => {
  const kind = { name: 'windowed', stored: 12, tags: { ...rescaled, ...windowed } } satisfies Kind

  test('one that is asked for is of rescaled values, and stands for the one of the file', async () => {
    const asked = await drawn(jobOf(kind, { rendering: { center: 3000, width: 2000 } }))
    expect(asked).toEqual(await drawn(jobOf({ ...kind, tags: { ...rescaled, WindowCenter: 3000, WindowWidth: 2000 } })))
    expect(asked).not.toEqual(await drawn(jobOf(kind)))
  })

  test.for([
    ['LINEAR', 10, 4, [8, 9, 10, 11, 12], [0, 85, 170, 255, 255]],
    ['LINEAR_EXACT', 10, 4, [8, 9, 10, 11, 12], [0, 64, 128, 191, 255]],
    ['SIGMOID', 10, 4, [8, 9, 10, 11, 12], [30, 69, 128, 186, 225]],
    ['LINEAR', 10, 1, [9, 10, 11], [0, 255, 255]],
  ] as const)('%s around %i, %i wide', async ([shape, center, width, stored, shades]) => {
    const pixels = Buffer.from(Uint16Array.from(stored).buffer)
    const job = jobOf({ name: 'few', rows: 1, columns: stored.length, pixels, tags: { VOILUTFunction: shape } })
    expect([...(await drawn({ ...job, rendering: { center, width } })).data]).toEqual([...shades])
  })

  test('a frame of one value is black, and padding counts for no contrast', async () => {
    const constant = { name: 'constant', rows: 1, columns: 4, pixels: Buffer.from(Uint16Array.of(7, 7, 7, 7).buffer) }
    expect([...(await drawn(jobOf(constant))).data]).toEqual([0, 0, 0, 0])
    const padded = {
      ...constant,
      pixels: Buffer.from(Uint16Array.of(63_536, 0, 10, 20).buffer),
      isSigned: true,
      tags: { PixelPaddingValue: 63_536 },
      representations: { PixelPaddingValue: 'US' },
    }
    expect([...(await drawn(jobOf(padded))).data]).toEqual([0, 0, 128, 255])
  })

  test('MONOCHROME1 with the shape INVERSE is turned once', async () => {
    const inverse = { tags: { PresentationLUTShape: 'INVERSE' } }
    const once = await drawn(jobOf({ name: 'once', color: 'MONOCHROME1' }))
    expect(await drawn(jobOf({ name: 'twice', color: 'MONOCHROME1', ...inverse }))).toEqual(once)
    expect(once).not.toEqual(await drawn(jobOf({ name: 'not' })))
  })
})

/** PS3.3 C.7.6.3.1.2 */
const rgbOf = ([y, blue, red]: [number, number, number]) =>
  [y + 1.402 * (red - 128), y - 0.344136 * (blue - 128) - 0.714136 * (red - 128), y + 1.772 * (blue - 128)].map(
    (value) => Math.round(Math.min(255, Math.max(0, value))),
  )

describe('colors', () => {
  const dots: [number, number, number][] = [
    [76, 85, 255],
    [150, 44, 21],
    [29, 255, 107],
    [200, 128, 128],
  ]
  test('light and color differences become red, green and blue', async () => {
    const kind = { name: 'ybr', color: 'YBR_FULL', allocated: 8, rows: 1, columns: 4 } as const
    const expected = dots.flatMap(rgbOf)
    expect([...(await drawn(jobOf({ ...kind, pixels: Buffer.from(dots.flat()) }))).data]).toEqual(expected)
    const planes = [0, 1, 2].flatMap((sample) => dots.map((dot) => dot[sample]!))
    expect([...(await drawn(jobOf({ ...kind, isPlanar: true, pixels: Buffer.from(planes) }))).data]).toEqual(expected)
  })

  test('of YBR_FULL_422 two pixels share their color', async () => {
    const pixels = Buffer.from([76, 90, 85, 255, 150, 160, 44, 21])
    const job = jobOf({ name: '422', color: 'YBR_FULL_422', allocated: 8, rows: 1, columns: 4, pixels })
    const expected = [
      [76, 85, 255],
      [90, 85, 255],
      [150, 44, 21],
      [160, 44, 21],
    ] as [number, number, number][]
    expect([...(await drawn(job)).data]).toEqual(expected.flatMap(rgbOf))
  })

  test('a palette in segments is the one that it unfolds to', async () => {
    const segments = [0, 2, 0, 100, 1, 3, 400, 0, 1, 0xff00]
    const unfolded = [0, 100, 200, 300, 400, 0xff00]
    const kind = (entries: number[], isSegmented: boolean) =>
      jobOf({
        name: `palette ${isSegmented}`,
        color: 'PALETTE COLOR',
        allocated: 8,
        rows: 1,
        columns: 6,
        pixels: Buffer.from([0, 1, 2, 3, 4, 5]),
        ...paletteOf(entries, isSegmented),
      })
    const picture = await drawn(kind(segments, true))
    expect(picture).toEqual(await drawn(kind(unfolded, false)))
    expect(picture.data.at(-1)).toBe(0xff)
  })
})

const paletteOf = (entries: number[], isSegmented: boolean) => {
  const names = ['Red', 'Green', 'Blue'].map((color) => `${color}PaletteColorLookupTable`)
  const data = (name: string) => (isSegmented ? `Segmented${name.replace('Table', 'Table')}Data` : `${name}Data`)
  return {
    tags: Object.fromEntries(
      names.flatMap((name) => [
        [`${name}Descriptor`, [6, 0, 16]],
        [data(name), Uint16Array.from(entries).buffer],
      ]),
    ),
    representations: Object.fromEntries(
      names.flatMap((name) => [
        [`${name}Descriptor`, 'US'],
        [data(name), 'OW'],
      ]),
    ),
  }
}

describe('other numbers', () => {
  test('the bits of a frame that begins inside a byte', async () => {
    const kind = { name: 'bits', allocated: 1, rows: 5, columns: 7, frames: 3 } as const
    const all = Buffer.from(phantom(kind).bytes.subarray(-14))
    const second = await drawn({ ...jobOf(kind), bytes: all.subarray(4), bit: 3 })
    const expected = Array.from(
      { length: 35 },
      (_, n) => Math.round(scene((n % 7) / 6, Math.floor(n / 7) / 4, 1)) * 255,
    )
    expect([...second.data]).toEqual(expected)
  })

  test.for([
    [32, Float32Array],
    [64, Float64Array],
  ] as const)('floating point of %i bits', async ([bits, Kind]) => {
    const job = jobOf({ name: 'float', rows: 1, columns: 4 })
    const { '00280103': _, ...tags } = job.tags
    const bytes = Buffer.from(Kind.of(-1, 0, 0.5, 3).buffer)
    const given: DicomJson = { ...tags, '00280100': { vr: 'US', Value: [bits] } }
    expect([...(await drawn({ ...job, tags: given, bytes })).data]).toEqual([0, 64, 96, 255])
  })

  test('big-endian words', async () => {
    const job = jobOf({ name: 'words', stored: 12 })
    const big = { ...job, syntax: '1.2.840.10008.1.2.2', bytes: Buffer.from(job.bytes).swap16() }
    expect(await drawn(big)).toEqual(await drawn(job))
    expect(await plainOf(big)).toEqual(job.bytes)
  })
})

describe('HTJ2K without loss', () => {
  const kinds: Kind[] = [
    { name: 'gray', stored: 12 },
    { name: 'signed', isSigned: true },
    { name: 'small', allocated: 8, columns: 61 },
    { name: 'rgb', color: 'RGB', allocated: 8 },
  ]
  const all = ['201', '202'].flatMap((syntax) => kinds.map((kind) => ({ syntax, of: kind.name, kind })))
  test.for(all)('$syntax of $of', async ({ syntax, kind }) => {
    const job = await compressedJob(kind, `1.2.840.10008.1.2.4.${syntax}`)
    expect(await drawn(job)).toEqual(await drawn(jobOf(kind)))
    expect(await plainOf(job)).toEqual(jobOf(kind).bytes)
  })
})

describe('tags that a stream contradicts', () => {
  const changed = (job: PictureJob, name: string, value: unknown) => ({
    ...job,
    tags: { ...job.tags, [name]: { vr: 'CS', Value: [value] } },
  })

  test('a JPEG that is marked as light and color differences is that, though the tags say RGB', async () => {
    const job = await compressedJob({ name: 'marked', color: 'RGB', allocated: 8 }, '1.2.840.10008.1.2.4.50')
    const [said, meant] = [changed(job, '00280004', 'RGB'), changed(job, '00280004', 'YBR_FULL_422')]
    expect(await drawn(said)).toEqual(await drawn(meant))
  })

  test('a JPEG 2000 of signed numbers is that, though the tags say unsigned', async () => {
    const job = await compressedJob({ name: 'signed', stored: 12, isSigned: true }, '1.2.840.10008.1.2.4.90')
    expect(await drawn(changed(job, '00280103', 0))).toEqual(await drawn(job))
  })
})

describe('the size of pixels', () => {
  const sizeOf = async (tags: Record<string, unknown>, rendering = {}) => {
    const { width, height } = await drawn(jobOf({ name: 'sized', tags }, { rendering }))
    return [width, height]
  }

  test.for([
    ['PixelSpacing', [4, 2]],
    ['ImagerPixelSpacing', [0.4, 0.2]],
    ['PixelAspectRatio', [2, 1]],
  ] as const)('%s: rows that are far apart make a picture higher', async ([name, value]) => {
    expect(await sizeOf({ [name]: [...value] })).toEqual([64, 96])
    expect(await sizeOf({ [name]: value.toReversed() })).toEqual([128, 48])
  })

  test('also in functional groups; the distance in the body goes before that on the detector', async () => {
    const measures = groups.shared({ PixelMeasuresSequence: [{ PixelSpacing: [1, 2] }] })
    expect(await sizeOf({ ...measures, ImagerPixelSpacing: [1, 1] })).toEqual([128, 48])
    expect(await sizeOf({ PixelSpacing: [0.5, 0.5] })).toEqual([64, 48])
  })

  test('a picture fits into the box that is asked for, and never grows without end', async () => {
    expect(await sizeOf({ PixelSpacing: [4, 2] }, { viewport: { width: 32, height: 32 } })).toEqual([21, 32])
    const [width, height] = await sizeOf({ PixelSpacing: [1_000_000, 0.001] })
    expect([width, height]).toEqual([1, 8192])
  })
})

describe('plain colors are what the tags say', () => {
  const color = (name: string, more: Partial<Kind> = {}): Kind => ({ name, color: 'RGB', allocated: 8, ...more })
  const rle = '1.2.840.10008.1.2.5'
  const tagged = (job: PictureJob, tags: Record<string, unknown>): PictureJob => ({
    ...job,
    tags: {
      ...job.tags,
      ...Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, { vr: 'CS', Value: [value] }])),
    },
  })

  test('pixel by pixel, or plane by plane', async () => {
    const [byPixel, byPlane] = [color('by pixel'), color('by plane', { isPlanar: true })]
    const job = await compressedJob(byPixel, rle)
    expect(await plainOf(tagged(job, { '00280006': 0 }))).toEqual(jobOf(byPixel).bytes)
    expect(await plainOf(tagged(job, { '00280006': 1 }))).toEqual(jobOf(byPlane).bytes)
    expect(await plainOf(jobOf(byPlane))).toEqual(jobOf(byPlane).bytes)
  })

  test('light and color differences stay what they are, and so do samples of 16 bits', async () => {
    const ybr = { '00280004': 'YBR_FULL', '00280006': 0 }
    const job = await compressedJob(color('light'), rle)
    expect(await plainOf(tagged(job, ybr))).toEqual(jobOf(color('light')).bytes)
    const wide = jobOf(color('wide', { allocated: 16 }))
    expect(await plainOf(wide)).toEqual(wide.bytes)
  })

  test('where two pixels are said to share their color, they do', async () => {
    const job = await compressedJob(color('shared'), '1.2.840.10008.1.2.4.50')
    const full = await plainOf(tagged(job, { '00280004': 'YBR_FULL', '00280006': 0 }))
    const half = await plainOf(tagged(job, { '00280004': 'YBR_FULL_422', '00280006': 0 }))
    expect(full).toHaveLength(48 * 64 * 3)
    expect(half).toHaveLength(48 * 64 * 2)
    const mean = (one: number, other: number) => (full[one]! + full[other]! + 1) >> 1
    const pairs = Array.from({ length: (48 * 64) / 2 }, (_, n) => 6 * n)
    expect([...half]).toEqual(
      pairs.flatMap((at) => [full[at], full[at + 3], mean(at + 1, at + 4), mean(at + 2, at + 5)]),
    )
  })

  test('what JPEG 2000 turns back itself is RGB, and a form that nothing can be brought into is refused', async () => {
    const job = await compressedJob(color('turned'), '1.2.840.10008.1.2.4.90')
    expect(await plainOf(tagged(job, { '00280004': 'YBR_RCT' }))).toEqual(jobOf(color('turned')).bytes)
    const jpeg = await compressedJob(color('partial'), '1.2.840.10008.1.2.4.50')
    await expect(plainOf(tagged(jpeg, { '00280004': 'YBR_PARTIAL_420' }))).rejects.toMatchObject({ reason: 'form' })
  })
})
