import { type CostlyFile, manyOf, stow } from './request.ts'

const long = new Set(['OB', 'OW', 'SQ', 'UN', 'UT', 'OF'])
/** An element in explicit little endian, whatever its length claims to be. */
const element = (tag: number, vr: string, value: Buffer | string, length = value.length) => {
  const head = Buffer.alloc(long.has(vr) ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4)
  if (long.has(vr)) head.writeUInt32LE(length, 8)
  else head.writeUInt16LE(length & 0xffff, 6)
  return Buffer.concat([head, Buffer.from(value)])
}
const mark = (element: number, length: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(0xfffe, 0)
  bytes.writeUInt16LE(element, 2)
  bytes.writeUInt32LE(length, 4)
  return bytes
}
const open = 0xffffffff
const item = (content: Buffer, length = content.length) => Buffer.concat([mark(0xe000, length), content])
const [itemEnd, sequenceEnd] = [mark(0xe00d, 0), mark(0xe0dd, 0)]
const even = (text: string) => (text.length % 2 === 0 ? text : `${text}\0`)
const short = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer)
const copies = (count: number, one: Buffer) => Buffer.alloc(count * one.length, one)
const repeated = (count: number, make: (n: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, n) => make(n)))

type Parts = {
  seed: number
  syntax?: string
  rows?: number
  columns?: number
  bits?: number
  frames?: string
  more?: Buffer
  pixels?: Buffer
}
const explicit = '1.2.840.10008.1.2.1'
const jpeg = '1.2.840.10008.1.2.4.50'
const native = (bytes: number) => element(0x7fe00010, 'OW', Buffer.alloc(bytes))
const compressed = (...fragments: Buffer[]) => Buffer.concat([element(0x7fe00010, 'OB', '', open), ...fragments])

let made = 0
const fileOf = ({
  seed,
  syntax = explicit,
  rows = 2,
  columns = 2,
  bits = 16,
  frames,
  more = Buffer.alloc(0),
  pixels,
}: Parts) => {
  const uid = even(`2.25.39.${100 + seed}.${1000 + ++made}`)
  const meta = element(0x00020010, 'UI', even(syntax))
  const metaLength = Buffer.alloc(4)
  metaLength.writeUInt32LE(meta.length)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x00020000, 'UL', metaLength),
    meta,
    element(0x00080016, 'UI', even('1.2.840.10008.5.1.4.1.1.4')),
    element(0x00080018, 'UI', uid),
    element(0x00080060, 'CS', 'MR'),
    element(0x00100020, 'LO', even(`COSTLY-${100 + seed}`)),
    element(0x0020000d, 'UI', uid),
    element(0x0020000e, 'UI', uid),
    element(0x00280002, 'US', short(1)),
    ...(frames === undefined ? [] : [element(0x00280008, 'IS', frames.length % 2 === 0 ? frames : `${frames} `)]),
    element(0x00280010, 'US', short(rows)),
    element(0x00280011, 'US', short(columns)),
    element(0x00280100, 'US', short(bits)),
    more,
    pixels ?? native(rows * columns * 2),
  ])
}

const framesOf = (frames: number, bits: number, share: number) => {
  const count = manyOf(frames, share)
  return { rows: 1, columns: 1, bits, frames: `${count}`, pixels: native(Math.ceil((count * bits) / 8 / 2) * 2) }
}
const nested = (depth: number, length: number) => {
  let inside = Buffer.alloc(0)
  for (let n = 0; n < depth; n++)
    inside =
      length === open
        ? Buffer.concat([element(0x00081140, 'SQ', '', open), mark(0xe000, open), inside, itemEnd, sequenceEnd])
        : element(0x00081140, 'SQ', item(inside))
  return inside
}
/** Many heads without an end: as deep as the file is long. */
const opened = (depth: number) =>
  copies(depth, Buffer.concat([element(0x00081140, 'SQ', '', open), mark(0xe000, open)]))
const privateTag = (n: number) => (0x0029 + 2 * Math.floor(n / 60_000)) * 0x10000 + 0x1000 + (n % 60_000)
const groups = (frames: number) =>
  element(
    0x52009230,
    'SQ',
    repeated(frames, (n) =>
      item(
        Buffer.concat([
          element(0x00209111, 'SQ', item(element(0x00209157, 'UL', short(n, 0)))),
          element(0x00209113, 'SQ', item(element(0x00200032, 'DS', '-1.5\\-2.5\\3.25 '))),
        ]),
      ),
    ),
  )
const offsets = (...entries: number[]) => item(Buffer.from(Uint32Array.from(entries).buffer))
const fragment = item(Buffer.from('ab'))

type Kind = (share: number) => Omit<Parts, 'seed'>
const kinds: Record<string, Kind> = {
  'frames of one byte': (share) => framesOf(3_000_000, 8, share),
  'frames of one bit': (share) => framesOf(100_000_000, 1, share),
  'as many frames of one byte as are taken': () => framesOf(20_000, 8, 1),
  'more frames than bytes': () => ({ frames: '999999999999' }),
  'frames that are no whole number': () => ({ frames: '1.5' }),
  'fewer frames than none': () => ({ frames: '-4' }),
  'frames without bits': () => ({ bits: 0, frames: '20000' }),
  'the largest rows and columns': () => ({ rows: 65535, columns: 65535, pixels: native(8) }),
  'the largest rows, columns and bits, in many frames': () => ({
    rows: 65535,
    columns: 65535,
    bits: 65535,
    frames: '20000',
    pixels: native(8),
  }),
  'empty fragments': (share) => ({
    syntax: jpeg,
    pixels: compressed(offsets(), copies(manyOf(1_000_000, share), item(Buffer.alloc(0))), sequenceEnd),
  }),
  'as many fragments as are taken, in one frame': (share) => ({
    syntax: jpeg,
    pixels: compressed(offsets(), copies(manyOf(49_000, share), fragment), sequenceEnd),
  }),
  'fragments without an end': (share) => ({
    syntax: jpeg,
    pixels: compressed(offsets(), copies(manyOf(400_000, share), fragment)),
  }),
  'a fragment that is longer than the file': () => ({
    syntax: jpeg,
    pixels: compressed(offsets(), item(Buffer.from('ab'), 0x7ffffffe), sequenceEnd),
  }),
  'an offset table whose entries are all the same': (share) => {
    const frames = manyOf(10_000, share)
    return {
      syntax: jpeg,
      frames: `${frames}`,
      pixels: compressed(
        offsets(...Array.from({ length: frames }, () => 0)),
        copies(frames * 2, fragment),
        sequenceEnd,
      ),
    }
  },
  'an offset table that points behind the file': () => ({
    syntax: jpeg,
    frames: '2',
    pixels: compressed(offsets(0, 0xfffffff0), fragment, fragment, fragment, sequenceEnd),
  }),
  'an offset table of 2 GB': () => ({
    syntax: jpeg,
    frames: '2',
    pixels: compressed(mark(0xe000, 0x7fffffff), fragment),
  }),
  'sequences in sequences': (share) => ({ more: nested(manyOf(1000, share), 0) }),
  'sequences of undefined length in sequences': (share) => ({ more: nested(manyOf(5000, share), open) }),
  'sequences that are opened only': (share) => ({ more: opened(manyOf(500_000, share)) }),
  'elements of two bytes': (share) => ({
    more: repeated(manyOf(1_000_000, share), (n) => element(privateTag(n), 'LO', 'ab')),
  }),
  'as many elements as are taken': (share) => ({
    more: repeated(manyOf(99_000, share), (n) => element(privateTag(n), 'LO', 'ab')),
  }),
  'the same element again and again': (share) => ({
    more: copies(manyOf(500_000, share), element(0x00104000, 'LT', 'ab')),
  }),
  'empty items': (share) => ({
    more: element(0x52009230, 'SQ', copies(manyOf(1_000_000, share), item(Buffer.alloc(0)))),
  }),
  'groups of functions for many frames': (share) => ({ more: groups(manyOf(100_000, share)) }),
  'groups of functions for some frames': (share) => ({ more: groups(manyOf(10_000, share)) }),
  'a text of separators': (share) => ({
    more: element(0x00291010, 'UT', Buffer.alloc(manyOf(14_000_000, share), '\\')),
  }),
  'as many separators as are taken': (share) => ({
    more: element(0x00291010, 'UT', Buffer.alloc(manyOf(2_000_000, share), '\\')),
  }),
  'numbers in millions': (share) => ({
    more: repeated(manyOf(200, share), (n) => element(privateTag(n), 'US', Buffer.alloc(65_534, 7))),
  }),
  'decimals in millions': (share) => ({
    more: repeated(manyOf(200, share), (n) => element(privateTag(n), 'DS', Buffer.alloc(65_534, '1\\'))),
  }),
  'a private value of 20 MB before the pixels': (share) => ({
    more: element(0x00291010, 'UN', Buffer.alloc(manyOf(20_000_000, share))),
  }),
  'a value that is longer than the file': () => ({ more: element(0x00291010, 'UN', Buffer.alloc(2), 0xfffffffe) }),
  'an unknown value of undefined length': (share) => ({
    more: Buffer.concat([element(0x00291010, 'UN', '', open), copies(manyOf(100_000, share), item(Buffer.alloc(0)))]),
  }),
  'a sequence that is longer than the file': () => ({
    more: element(0x00081140, 'SQ', item(Buffer.alloc(0)), 0x7ffffffe),
  }),
  'an item that is longer than its sequence': () => ({
    more: element(0x00081140, 'SQ', item(element(0x00080060, 'CS', 'MR'), 4000)),
  }),
  'a patient’s name of 1 MB': (share) => ({
    more: element(0x00321032, 'UT', Buffer.alloc(manyOf(1_000_000, share), 'A^')),
  }),
  'a description of 60 KB': (share) => ({ more: element(0x00081030, 'LO', Buffer.alloc(manyOf(60_000, share), 'A')) }),
  'an id of 60 KB': () => ({ more: element(0x00100020, 'LO', Buffer.alloc(60_000, 'A')) }),
  'zero bytes in texts': () => ({ more: element(0x00101040, 'LO', 'a\0b\0c\0') }),
  'an instance number out of every range': () => ({ more: element(0x00200013, 'IS', '99999999999999') }),
  'a head that is cut in the middle': () => ({ more: Buffer.alloc(0), pixels: Buffer.from([0xe0, 0x7f, 0x10]) }),
  'what is called deflated and is not': (share) => ({
    syntax: '1.2.840.10008.1.2.1.99',
    pixels: Buffer.alloc(manyOf(1_000_000, share)),
  }),
  'a head of letters': (share) => ({ more: Buffer.alloc(manyOf(1_000_000, share), 'AB') }),
}

const ofKinds: CostlyFile[] = Object.entries(kinds).map(([what, kind]) => ({
  what: `DICOM: ${what}`,
  make: ({ share, seed }) => stow(fileOf({ seed, ...kind(share) })),
}))

/** Files that cost more than they weigh, or say more than they hold. */
export const costlyDicom: CostlyFile[] = [
  ...ofKinds,
  {
    what: 'DICOM: a thousand parts that are none',
    make: ({ share }) => stow(...Array.from({ length: manyOf(1999, share) }, () => Buffer.alloc(140, 'x'))),
  },
]
