import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import { partsOf } from '../../../../test/dicom.ts'
import { hasDcmtk, hasGdcm, transcoded } from '../../../../test/dicom-tools.ts'
import { testApp } from '../../../../test/harness.ts'
import { type Kind, phantom, scene } from '../../../../test/phantoms.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import { PictureRefused } from '../pixels/picture-refused.ts'
import { embeddedArchive } from './embedded-archive.ts'

const { platform, database, given, owner } = await testApp()
const archive = embeddedArchive(database, platform.files)

/** A file in the archive, in its own project. */
const stored = async (bytes: Buffer) => {
  const scope = staffScope(projectId(await given.project()))
  const {
    isNew: _,
    sopClass: __,
    ...chain
  } = await archive.store(scope, Readable.from([bytes]), { maxBytes: 5_000_000 })
  return {
    chain,
    scope,
    frames: async (numbers: number[], arePlain = false) =>
      partsOf((await archive.frames(scope, chain, numbers, undefined, arePlain))!),
    drawn: async (frame: number) =>
      Buffer.from(decode((await archive.rendered(scope, chain, { frame }))?.body as Buffer).data),
    archive: (frame: number) => archive.rendered(scope, chain, { frame }),
  }
}

const gray: Kind = { name: 'frames', frames: 3, stored: 12 }
const rgb: Kind = { name: 'colored frames', color: 'RGB', allocated: 8, frames: 3 }
const pixelsOf = (kind: Kind, size: number, frame: number) => {
  const { bytes } = phantom(kind)
  return bytes.subarray(bytes.length - (4 - frame) * size, bytes.length - (3 - frame) * size)
}

/** More colors than the tags keep. */
const longPalette = () => {
  const names = ['Red', 'Green', 'Blue'].map((color) => `${color}PaletteColorLookupTable`)
  const entries = Uint16Array.from({ length: 4096 }, (_, n) => n * 16)
  return {
    tags: Object.fromEntries(
      names.flatMap((name) => [
        [`${name}Descriptor`, [4096, 0, 16]],
        [`${name}Data`, entries.buffer],
      ]),
    ),
    representations: Object.fromEntries(
      names.flatMap((name) => [
        [`${name}Descriptor`, 'US'],
        [`${name}Data`, 'OW'],
      ]),
    ),
  }
}

describe('frames as plain pixels', () => {
  const forms: [boolean, string, ...string[]][] = [
    [hasDcmtk, 'dcmcrle'],
    [hasDcmtk, 'dcmcjpeg', '+e1'],
    [hasDcmtk, 'dcmcjpls', '+el'],
    [hasGdcm, 'gdcmconv', '--j2k'],
  ]
  for (const [isThere, program, ...options] of forms)
    test.skipIf(!isThere)(`${program} ${options.join(' ')}`, async () => {
      for (const [kind, size] of [
        [gray, 48 * 64 * 2],
        [rgb, 48 * 64 * 3],
      ] as const) {
        const { frames } = await stored(transcoded(phantom(kind).bytes, program, ...options))
        const plain = await frames([3, 2], true)
        expect(plain.map(({ type }) => type)).toEqual(
          Array(2).fill('application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1'),
        )
        expect(plain.map(({ bytes }) => bytes)).toEqual([pixelsOf(kind, size, 3), pixelsOf(kind, size, 2)])
        const [compressed] = await frames([3])
        expect(compressed?.bytes.equals(plain[0]!.bytes)).toBe(false)
      }
    })
})

test('frames of single bits come each from its own first bit', async () => {
  const kind: Kind = { name: 'bits', allocated: 1, rows: 5, columns: 7, frames: 3 }
  const { frames, drawn, archive } = await stored(phantom(kind).bytes)
  const bitsOf = (frame: number) =>
    Array.from({ length: 35 }, (_, n) => Math.round(scene((n % 7) / 6, Math.floor(n / 7) / 4, frame - 1)))
  for (const frame of [1, 2, 3]) {
    expect([...(await drawn(frame))]).toEqual(bitsOf(frame).map((bit) => bit * 255))
    const [plain] = await frames([frame])
    expect(plain?.bytes).toHaveLength(5)
    expect(bitsOf(frame).map((_, n) => (plain!.bytes[n >> 3]! >> (n & 7)) & 1)).toEqual(bitsOf(frame))
  }
  expect(await archive(4)).toBeNull()
})

test('of one person two answers hold decoded frames until they have left, and nobody else waits for them', async () => {
  const { chain, scope } = await stored(phantom({ name: 'bits', allocated: 1, rows: 5, columns: 7, frames: 3 }).bytes)
  const ask = (person: string) => {
    const left = new AbortController()
    const requester = { person, signal: left.signal }
    return {
      left,
      coming: archive.frames(scope, chain, [1, 2, 3], requester),
      picture: () => archive.rendered(scope, chain, {}, requester),
    }
  }
  const ana = randomUUID()
  const [first, second] = [ask(ana), ask(ana)]
  await Promise.all([first.coming, second.coming])
  const third = ask(ana)
  for (let others = 0; others < 5; others++) expect(await partsOf((await ask(randomUUID()).coming)!)).toHaveLength(3)
  // One response may hold several pictures.
  await second.picture()
  expect(await Promise.race([third.coming, 'waits'])).toBe('waits')
  first.left.abort()
  expect(await partsOf((await third.coming)!)).toHaveLength(3)
})

test('frames whose answer nobody waits for any more are not decoded', async () => {
  const { chain, scope } = await stored(phantom({ name: 'bits', allocated: 1, rows: 5, columns: 7, frames: 3 }).bytes)
  const requester = { person: randomUUID(), signal: AbortSignal.abort() }
  await expect(archive.frames(scope, chain, [2], requester)).rejects.toThrow(PictureRefused)
})

test('pixels of 8 bits that a big-endian file calls words lie in pairs', async () => {
  const kind: Kind = {
    name: 'pairs',
    allocated: 8,
    rows: 3,
    columns: 5,
    frames: 3,
    representations: { PixelData: 'OW' },
  }
  const plain = phantom(kind).bytes
  const whole = await stored(plain)
  const expected = [await whole.drawn(1), await whole.drawn(2), await whole.drawn(3)]
  const inPairs = Buffer.from(plain)
  inPairs.subarray(-46).swap16()
  const { drawn, chain } = await stored(inPairs)
  await owner("update archive_instances set transfer_syntax = '1.2.840.10008.1.2.2' where sop_uid = $1", [
    chain.instance,
  ])
  expect([await drawn(1), await drawn(2), await drawn(3)]).toEqual(expected)
})

test('the last frame is the last: a number beyond it is not there', async () => {
  const { archive, drawn } = await stored(phantom(gray).bytes)
  expect(await drawn(3)).toHaveLength(48 * 64)
  expect(await archive(4)).toBeNull()
})

describe.skipIf(!hasDcmtk)('a file in another form of dataset is drawn as the plain one', () => {
  const kinds: Kind[] = [
    { name: 'forms', frames: 3, stored: 12 },
    { name: 'forms of words', allocated: 8, frames: 3, rows: 3, columns: 5, representations: { PixelData: 'OW' } },
    { name: 'forms in colors', color: 'PALETTE COLOR', stored: 12, frames: 3, ...longPalette() },
  ]
  const all = ['+td', '+tb', '+ti'].flatMap((form) => kinds.map((kind) => ({ form, of: kind.name, kind })))
  test.for(all)('$form $of', async ({ form, kind }) => {
    const plain = await stored(phantom(kind).bytes)
    const other = await stored(transcoded(phantom(kind).bytes, 'dcmconv', form))
    for (const frame of [1, 2, 3]) expect(await other.drawn(frame)).toEqual(await plain.drawn(frame))
    const [bytes, expected] = [await other.frames([2], true), await plain.frames([2])]
    expect(bytes[0]?.bytes).toEqual(expected[0]?.bytes)
  })
})

test('a map of floating point numbers is drawn, and of YBR_FULL_422 each pair of pixels', async () => {
  const map = await stored(phantom({ name: 'map', rows: 1, columns: 4, floats: [-1, 0, 0.5, 3] }).bytes)
  expect([...(await map.drawn(1))]).toEqual([0, 64, 96, 255])
  const pixels = Buffer.from([76, 90, 128, 128, 150, 160, 128, 128])
  const half = { name: 'half', color: 'YBR_FULL_422', allocated: 8, rows: 1, columns: 4, pixels } as const
  const gray = [76, 90, 150, 160].flatMap((light) => [light, light, light])
  expect([...(await (await stored(phantom(half).bytes)).drawn(1))]).toEqual(gray)
})
