import { Readable } from 'node:stream'
import { decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { drawnByDcmtk, hasDcmtk, hasGdcm, transcoded } from '../../../../test/dicom-tools.ts'
import { testApp } from '../../../../test/harness.ts'
import { type Kind, phantom } from '../../../../test/phantoms.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import type { Rendering } from '../archive/archive.ts'
import { embeddedArchive } from '../archive/embedded-archive.ts'

const { platform, database, given } = await testApp()
const archive = embeddedArchive(database, platform.files)

/** The picture of a file that the archive has stored. */
const drawn = async (bytes: Buffer, rendering: Rendering = {}) => {
  // Another project each time, so that one phantom may come in several forms.
  const scope = staffScope(projectId(await given.project()))
  const {
    isNew: _,
    sopClass: __,
    ...place
  } = await archive.store(scope, Readable.from([bytes]), { maxBytes: 50_000_000 })
  const answer = (await archive.rendered(scope, place, rendering))!
  const { data, width, height, channels } = decode(answer.body as Buffer)
  return { data: Buffer.from(data), width, height, channels }
}

type Picture = { data: Buffer; width: number; height: number; channels: number }
/** The greatest difference between two pictures, out of 255. */
const apart = (one: Picture, other: Picture) => {
  const { data: _, ...size } = one
  const { data: __, ...otherSize } = other
  expect(size).toEqual(otherSize)
  return one.data.reduce((most, value, n) => Math.max(most, Math.abs(value - other.data[n]!)), 0)
}

const curve = (count: number, most: number) =>
  Array.from({ length: count }, (_, n) => Math.round(most * (n / count) ** 2))
const colors = ['Red', 'Green', 'Blue']
/** Red rises with the color number, green falls, blue is curved. */
const palette = (count: number, bits: number): Pick<Kind, 'tags' | 'representations'> => {
  const most = 2 ** bits - 1
  const rising = Array.from({ length: count }, (_, n) => Math.round((most * n) / (count - 1)))
  const tables = [rising, rising.toReversed(), curve(count, most)]
  const bytes = (table: number[]) => (bits === 8 ? Uint8Array : Uint16Array).from(table).buffer
  return {
    tags: Object.fromEntries(
      colors.flatMap((color, n) => [
        [`${color}PaletteColorLookupTableDescriptor`, [count, 0, bits]],
        [`${color}PaletteColorLookupTableData`, bytes(tables[n]!)],
      ]),
    ),
    representations: Object.fromEntries(
      colors.flatMap((color) => [
        [`${color}PaletteColorLookupTableDescriptor`, 'US'],
        [`${color}PaletteColorLookupTableData`, 'OW'],
      ]),
    ),
  }
}

const twelve = { stored: 12, isSigned: true }
/** The elements of an overlay whose first pixel is at `origin`, counted from 1. */
const overlay = (
  group: string,
  rows: number,
  columns: number,
  origin: number[],
  isSet: (row: number, column: number) => boolean,
) => {
  const bits = Buffer.alloc(2 * Math.ceil((rows * columns) / 16))
  for (let n = 0; n < rows * columns; n++)
    if (isSet(Math.floor(n / columns), n % columns)) bits[n >> 3] = bits[n >> 3]! | (1 << (n & 7))
  const elements: [element: string, vr: string, ...values: unknown[]][] = [
    ['0010', 'US', rows],
    ['0011', 'US', columns],
    ['0040', 'CS', 'G'],
    ['0050', 'SS', ...origin],
    ['0100', 'US', 1],
    ['0102', 'US', 0],
    ['3000', 'OW', Uint8Array.from(bits).buffer],
  ]
  return Object.fromEntries(elements.map(([element, vr, ...Value]) => [`${group}${element}`, { vr, Value }]))
}
const cross = overlay('6000', 48, 64, [1, 1], (row, column) => row === 20 || column === 9)
const letter = overlay('6002', 200, 200, [5, -3], (row, column) => row < 30 && column % 7 === 0)

/** Every fifth pixel has a bit above its value. */
const striped = Buffer.from(Uint16Array.from({ length: 48 * 64 }, (_, n) => n + (n % 5 === 0 ? 0x2000 : 0)).buffer)
const { '60003000': _, ...embeddedTags } = overlay('6000', 48, 64, [1, 1], () => false)
const embedded = {
  ...embeddedTags,
  '60000100': { vr: 'US', Value: [16] },
  '60000102': { vr: 'US', Value: [13] },
}

const natives: [Kind, ...string[]][] = [
  [{ name: 'of 8 bits', allocated: 8, columns: 63, rows: 47 }, '+Wm'],
  [{ name: 'signed, of 8 bits', allocated: 8, isSigned: true }, '+Wm'],
  [{ name: 'of 16 bits' }, '+Wm'],
  [{ name: 'signed, of 16 bits', isSigned: true }, '+Wm'],
  [{ name: 'signed, of 12 bits without sign extension', ...twelve }, '+Wm'],
  [{ name: 'with an overlay in its high bits', stored: 12, noise: 0xa000 }, '+Wm'],
  [{ name: 'in the high bits', stored: 12, highBit: 15, noise: 0x5 }, '+Wm'],
  [{ name: 'of 32 bits', allocated: 32, stored: 20 }, '+Wm'],
  [{ name: 'inverted', color: 'MONOCHROME1' }, '+Wm'],
  [{ name: 'in one window', stored: 12, tags: { WindowCenter: 1800, WindowWidth: 900 } }, '+Wi', '1'],
  [
    { name: 'in the first of two', stored: 12, tags: { WindowCenter: [900, 2000], WindowWidth: [700, 300] } },
    '+Wi',
    '1',
  ],
  [
    {
      name: 'rescaled',
      ...twelve,
      tags: { RescaleSlope: 0.5, RescaleIntercept: -100, WindowCenter: 40, WindowWidth: 400 },
    },
    '+Wi',
    '1',
  ],
  [
    {
      name: 'through a sigmoid',
      stored: 12,
      tags: { WindowCenter: 1800, WindowWidth: 900, VOILUTFunction: 'SIGMOID' },
    },
    '+Wi',
    '1',
  ],
  [{ name: 'inverted by its shape', stored: 12, tags: { PresentationLUTShape: 'INVERSE' } }, '+Wm', '+Piv'],
  [
    {
      name: 'through a table of shades',
      stored: 8,
      tags: {
        VOILUTSequence: [
          { LUTDescriptor: [256, 0, 12], LUTData: curve(256, 4095), _vrMap: { LUTDescriptor: 'US', LUTData: 'US' } },
        ],
      },
    },
    '+Wl',
    '1',
  ],
  [
    {
      name: 'through a table of values',
      stored: 12,
      tags: {
        ModalityLUTSequence: [
          {
            LUTDescriptor: [4096, 0, 16],
            LUTData: Uint16Array.from(curve(4096, 60_000)).buffer,
            ModalityLUTType: 'US',
            _vrMap: { LUTDescriptor: 'US', LUTData: 'OW' },
          },
        ],
      },
    },
    '+Wm',
  ],
  [{ name: 'in 256 colors', color: 'PALETTE COLOR', allocated: 8, ...palette(256, 16) }],
  [{ name: 'in 256 colors of 8 bits', color: 'PALETTE COLOR', allocated: 8, ...palette(256, 8) }],
  [{ name: 'in 4096 colors', color: 'PALETTE COLOR', stored: 12, ...palette(4096, 16) }],
  [{ name: 'in RGB', color: 'RGB', allocated: 8 }],
  [{ name: 'under an overlay', stored: 12, overlays: cross }, '+Wm'],
  [
    { name: 'under two overlays, one cut off', stored: 12, color: 'MONOCHROME1', overlays: { ...cross, ...letter } },
    '+Wm',
  ],
  [{ name: 'under an overlay in the high bits', stored: 12, pixels: striped, overlays: embedded }, '+Wm'],
  [{ name: 'in RGB by planes', color: 'RGB', allocated: 8, isPlanar: true }],
]

const gray: Kind = { name: 'gray', frames: 3, stored: 12, allocated: 16 }
const signed: Kind = { name: 'signed', stored: 16, isSigned: true, columns: 65 }
const small: Kind = { name: 'small', allocated: 8, columns: 61, rows: 43 }
const rgb: Kind = { name: 'rgb', color: 'RGB', allocated: 8, frames: 2 }
const planar: Kind = { name: 'planar', color: 'RGB', allocated: 8, isPlanar: true }

const inverted: Kind = { name: 'inverted', color: 'MONOCHROME1', stored: 12, frames: 2 }
const signed8: Kind = { name: 'signed, of 8 bits', allocated: 8, isSigned: true }
const signed12: Kind = { name: 'signed, of 12 bits', stored: 12, isSigned: true }
const colored: Kind = { name: 'colored', color: 'PALETTE COLOR', allocated: 8, frames: 2, ...palette(256, 16) }
const grays = [gray, signed, signed8, signed12, small, inverted]

const dcmtkWrites: [string, string, string[], Kind[]][] = [
  ['RLE', 'dcmcrle', [], [...grays, colored, rgb, planar]],
  ['JPEG baseline', 'dcmcjpeg', ['+eb'], [small, rgb]],
  ['JPEG baseline, colors of half the width', 'dcmcjpeg', ['+eb', '+s2'], [rgb]],
  ['JPEG baseline in RGB', 'dcmcjpeg', ['+eb', '+cr'], [rgb]],
  ['JPEG extended, 12 bits', 'dcmcjpeg', ['+ee'], [gray, inverted]],
  ['JPEG lossless', 'dcmcjpeg', ['+el', '+sv', '6'], [...grays, colored, rgb]],
  ['JPEG lossless, first-order', 'dcmcjpeg', ['+e1'], [...grays, colored, rgb]],
  ['JPEG-LS', 'dcmcjpls', ['+el'], [...grays, colored, rgb]],
  ['JPEG-LS by lines', 'dcmcjpls', ['+el', '+il'], [rgb]],
  ['JPEG-LS by planes', 'dcmcjpls', ['+el', '+in'], [rgb]],
  ['JPEG-LS near-lossless', 'dcmcjpls', ['+en', '+md', '3'], [gray, rgb]],
]
const compressed = dcmtkWrites.flatMap(([form, program, options, kinds]) =>
  kinds.map((kind) => ({ form, of: kind.name, program, options, kind })),
)

describe.skipIf(!hasDcmtk)('what dcmtk compresses, Fornix draws as dcmtk does', () => {
  test.for(compressed)('$form of $of', async ({ program, options, kind }) => {
    const bytes = transcoded(phantom(kind).bytes, program, ...options)
    const frame = kind.frames ?? 1
    const expected = drawnByDcmtk(bytes, '+F', `${frame}`, '+Wm')
    expect(apart(await drawn(bytes, { frame }), expected)).toBeLessThanOrEqual(1)
  })
})

describe.skipIf(!hasDcmtk || !hasGdcm)('what gdcm compresses, Fornix draws as dcmtk draws it plain', () => {
  const forms = {
    'JPEG 2000': ['--j2k'],
    'JPEG 2000, lossy': ['--j2k', '--lossy', '-r', '8'],
    'JPEG-LS': ['--jpegls'],
  }
  const all = Object.entries(forms).flatMap(([form, options]) =>
    [...grays, rgb].map((kind) => ({ form, of: kind.name, options, kind })),
  )
  test.for(all)('$form of $of', async ({ options, kind }) => {
    const bytes = transcoded(phantom(kind).bytes, 'gdcmconv', ...options)
    const frame = kind.frames ?? 1
    const expected = drawnByDcmtk(transcoded(bytes, 'gdcmconv', '--raw'), '+F', `${frame}`, '+Wm')
    expect(apart(await drawn(bytes, { frame }), expected)).toBeLessThanOrEqual(1)
  })
})

describe.skipIf(!hasDcmtk)('frames in several fragments', () => {
  const large = { name: 'large', frames: 3, rows: 256, columns: 256, stored: 12 }
  test.for([
    ['dcmcjpeg', '+e1'],
    ['dcmcjpls', '+el'],
  ])('%s, with and without a table of offsets', async ([program = '', form = '']) => {
    for (const table of ['+ot', '-ot']) {
      const bytes = transcoded(phantom(large).bytes, program, form, '+fs', '4', table)
      const expected = drawnByDcmtk(phantom(large).bytes, '+F', '2', '+Wm')
      expect(apart(await drawn(bytes, { frame: 2 }), expected)).toBeLessThanOrEqual(1)
    }
  })
})

describe.skipIf(!hasDcmtk)('what dcmtk draws, Fornix draws', () => {
  const all = natives.map(([kind, ...options]) => ({ name: kind.name, kind, options }))
  test.for(all)('$name', async ({ kind, options }) => {
    const { bytes } = phantom(kind)
    expect(apart(await drawn(bytes), drawnByDcmtk(bytes, ...options))).toBeLessThanOrEqual(1)
  })
})

test('an overlay of some frames lies on these alone, and none where it is not wanted', async () => {
  const frames = { '60000015': { vr: 'IS', Value: [1] }, '60000051': { vr: 'US', Value: [2] } }
  const plain: Kind = { name: 'frames', stored: 12, frames: 3 }
  const { bytes } = phantom({ ...plain, overlays: { ...cross, ...frames } })
  const bare = phantom(plain).bytes
  for (const frame of [1, 3]) expect(await drawn(bytes, { frame })).toEqual(await drawn(bare, { frame }))
  expect(await drawn(bytes, { frame: 2 })).not.toEqual(await drawn(bare, { frame: 2 }))
  expect(await drawn(bytes, { frame: 2, hasOverlays: false })).toEqual(await drawn(bare, { frame: 2 }))
})

test.skipIf(!hasDcmtk)('overlays of a file that names no value representations are the same', async () => {
  const { bytes } = phantom({ name: 'implicit', stored: 12, overlays: { ...cross, ...letter } })
  expect(await drawn(transcoded(bytes, 'dcmconv', '+ti'))).toEqual(await drawn(bytes))
})
