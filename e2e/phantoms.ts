import { Buffer } from 'node:buffer'
import { uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'

type Value = string | number | number[] | Uint8Array | Uint16Array | Tags[]
export type Tags = {
  [tag: string]: [
    vr: 'CS' | 'DA' | 'DS' | 'IS' | 'LO' | 'PN' | 'SQ' | 'TM' | 'UI' | 'UL' | 'US' | 'OB' | 'OW',
    value: Value,
  ]
}
const isItems = (value: Value): value is Tags[] => Array.isArray(value) && typeof value[0] === 'object'

const itemOf = (tags: Tags) => {
  const content = encode(tags)
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

const bytesOf = (vr: string, value: Value): Buffer => {
  if (isItems(value)) return Buffer.concat(value.map(itemOf))
  if (vr === 'UL') return Buffer.from(Uint32Array.of(Number(value)).buffer)
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (value instanceof Uint16Array) return Buffer.from(value.buffer)
  if (vr === 'US') return Buffer.from(Uint16Array.of(...[value].flat().map(Number)).buffer)
  const text = [value].flat().join('\\')
  const padding = text.length % 2 === 0 ? '' : vr === 'UI' ? '\0' : ' '
  return Buffer.from(text + padding, 'latin1')
}

/** Elements in Explicit VR Little Endian, in the order of their tags. */
const encode = (tags: Tags): Buffer =>
  Buffer.concat(
    Object.entries(tags)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([tag, [vr, value]]) => {
        const bytes = bytesOf(vr, value)
        const isLong = vr.startsWith('O') || vr === 'SQ'
        const head = Buffer.alloc(isLong ? 12 : 8)
        head.writeUInt16LE(Number.parseInt(tag.slice(0, 4), 16), 0)
        head.writeUInt16LE(Number.parseInt(tag.slice(4), 16), 2)
        head.write(vr, 4, 'latin1')
        if (isLong) head.writeUInt32LE(bytes.length, 8)
        else head.writeUInt16LE(bytes.length, 6)
        return [head, bytes]
      }),
  )

export const fileOf = (tags: Tags) => {
  const meta = encode({
    '00020001': ['OB', Uint8Array.of(0, 1)],
    '00020002': tags['00080016']!,
    '00020003': tags['00080018']!,
    '00020010': ['UI', '1.2.840.10008.1.2.1'],
    '00020012': ['UI', '2.25.1'],
  })
  const length = Buffer.from([2, 0, 0, 0, 0x55, 0x4c, 4, 0, 0, 0, 0, 0])
  length.writeUInt32LE(meta.length, 8)
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), length, meta, encode(tags)])
}

const [columns, rows, slices] = [64, 48, 12]
const isIn = (n: number, from: number, to: number) => n >= from && n < to
/** A body with a bright ball at the patient's left and a half as bright block at the front; rows run to the back. */
const bodyAt = (column: number, row: number) => {
  if (isIn(column, 44, 54) && isIn(row, 20, 30)) return 1000
  if (isIn(column, 27, 37) && isIn(row, 4, 10)) return 500
  return isIn(column, 8, 56) && isIn(row, 2, 46) ? 200 : 0
}
/** The letter F, which is another one in a mirror. */
const letterAt = (column: number, row: number) =>
  isIn(row, 6, 42) && (isIn(column, 16, 24) || (isIn(column, 16, 48) && (row < 14 || isIn(row, 22, 30)))) ? 1000 : 0

const grays = (valueAt: (column: number, row: number) => number) =>
  Uint16Array.from({ length: columns * rows }, (_, n) => valueAt(n % columns, Math.floor(n / columns)))

const mr = '1.2.840.10008.5.1.4.1.1.4'
const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7'
const axial = [1, 0, 0, 0, 1, 0]

type Patient = { id: string; name: string; birthDate?: string }
type Series = { name: string; files: Tags[] }

export const grayTags = (change: Tags = {}): Tags => ({
  '00080016': ['UI', mr],
  '00080060': ['CS', 'MR'],
  '00200037': ['DS', axial],
  '00280002': ['US', 1],
  '00280004': ['CS', 'MONOCHROME2'],
  '00280010': ['US', rows],
  '00280011': ['US', columns],
  '00280030': ['DS', [4, 4]],
  '00280100': ['US', 16],
  '00280101': ['US', 12],
  '00280102': ['US', 11],
  '00280103': ['US', 0],
  '00281050': ['DS', 500],
  '00281051': ['DS', 1000],
  '00180050': ['DS', 5],
  '7FE00010': ['OW', grays(bodyAt)],
  ...change,
})
const at = (x: number, y: number, z: number): Tags => ({ '00200032': ['DS', [x, y, z]] })
const stack = (change: (slice: number) => Tags = () => ({})) =>
  Array.from({ length: slices }, (_, n) => grayTags({ ...at(-126, -94, n * 5 - 30), ...change(n) }))

const withoutPlace = ({ '00200037': _, ...tags }: Tags): Tags => tags

/** Two times of all slices in one Enhanced MR file, whose frames alone say where they lie. */
const sharedFile = (): Tags => {
  const frames = [1, 2].flatMap((time) => Array.from({ length: slices }, (_, n) => ({ time, n })))
  const pixels = new Uint16Array(frames.length * columns * rows)
  for (const [at, { time }] of frames.entries())
    pixels.set(
      grays((column, row) => bodyAt(column, row) + (time - 1) * 30),
      at * columns * rows,
    )
  return {
    ...withoutPlace(grayTags({ '00080016': ['UI', `${mr}.1`], '7FE00010': ['OW', pixels] })),
    '00280008': ['IS', frames.length],
    '52009229': ['SQ', [{ '00209116': ['SQ', [{ '00200037': ['DS', axial] }]] }]],
    '52009230': [
      'SQ',
      frames.map(({ time, n }) => ({
        '00209111': ['SQ', [{ '00209128': ['UL', time] }]],
        '00209113': ['SQ', [at(-126, -94, n * 5 - 30)]],
      })),
    ],
  }
}

/** Series of what the viewer must tell apart, all small, made without a scanner. */
const allSeries = (): Series[] => [
  { name: 'Plain', files: stack() },
  {
    name: 'White is low',
    files: stack(() => ({
      '00280004': ['CS', 'MONOCHROME1'],
      '7FE00010': ['OW', grays((column, row) => 1000 - bodyAt(column, row))],
    })),
  },
  {
    name: 'Capture',
    files: [
      withoutPlace(
        grayTags({
          '00080016': ['UI', secondaryCapture],
          '00080060': ['CS', 'OT'],
          '7FE00010': ['OW', grays(letterAt)],
        }),
      ),
    ],
  },
  {
    name: 'Color',
    files: [
      withoutPlace(
        grayTags({
          '00080016': ['UI', secondaryCapture],
          '00280002': ['US', 3],
          '00280004': ['CS', 'RGB'],
          '00280006': ['US', 0],
          '00280100': ['US', 8],
          '00280101': ['US', 8],
          '00280102': ['US', 7],
          '7FE00010': [
            'OW',
            Uint8Array.from({ length: columns * rows * 3 }, (_, n) =>
              Math.floor(((Math.floor(n / 3) % columns) * 3) / columns) === n % 3 ? 255 : 0,
            ),
          ],
        }),
      ),
    ],
  },
  {
    name: 'Long pixels',
    files: stack(() => ({ '00280030': ['DS', [8, 4]] })).map((tags, n) => ({ ...tags, ...at(-126, -188, n * 5) })),
  },
  {
    name: 'Times',
    files: [1, 2, 3].flatMap((time) =>
      stack((n) => ({
        '00200100': ['IS', time],
        '7FE00010': ['OW', grays((column, row) => bodyAt(column, row) + time * 40 + n)],
      })),
    ),
  },
  {
    name: 'Localizer',
    files: [axial, [1, 0, 0, 0, 0, -1], [0, 1, 0, 0, 0, -1]].flatMap((cosines, plane) =>
      [0, 1, 2].map((n) =>
        grayTags({
          ...at(plane === 2 ? n * 10 : -126, plane === 1 ? n * 10 : -94, plane === 0 ? n * 10 : 90),
          '00200037': ['DS', cosines],
        }),
      ),
    ),
  },
  { name: 'One slice', files: stack().slice(0, 1) },
  { name: 'Shared file', files: [sharedFile()] },
]

/** A study of all these series of one person. */
export const phantomStudy = ({ id, name, birthDate = '' }: Patient) => {
  const studyUid = uidOf('phantoms', id)
  const files = allSeries().flatMap((series, s) =>
    series.files.map((tags, n) =>
      fileOf({
        '00080018': ['UI', uidOf('phantoms', id, s, n)],
        '00080020': ['DA', '20261102'],
        '00080030': ['TM', '081500'],
        '00081030': ['LO', 'Portable brain MRI'],
        '0008103E': ['LO', series.name],
        '00100010': ['PN', name],
        '00100020': ['LO', id],
        '00100030': ['DA', birthDate],
        '0020000D': ['UI', studyUid],
        '0020000E': ['UI', uidOf('phantoms', id, s)],
        '00200011': ['IS', s + 1],
        '00200013': ['IS', n + 1],
        ...tags,
      }),
    ),
  )
  return { studyUid, files }
}
