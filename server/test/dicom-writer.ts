import { deflateRawSync } from 'node:zlib'

const longForms = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT'])
const undefinedLength = 0xffffffff
const implicitLittleEndian = '1.2.840.10008.1.2'
const explicitBigEndian = '1.2.840.10008.1.2.2'
const deflated = '1.2.840.10008.1.2.1.99'

type Value = string | Buffer | number | DicomElement[][]
/** A number is an unsigned short; a list of lists are the items of a sequence. */
export type DicomElement = [tag: number, vr: string, value: Value, length?: number]

type Writing = { isImplicit: boolean; isBigEndian: boolean }

const short = (value: number, { isBigEndian }: Writing) => {
  const bytes = Buffer.alloc(2)
  if (isBigEndian) bytes.writeUInt16BE(value)
  else bytes.writeUInt16LE(value)
  return bytes
}
const long = (value: number, { isBigEndian }: Writing) => {
  const bytes = Buffer.alloc(4)
  if (isBigEndian) bytes.writeUInt32BE(value)
  else bytes.writeUInt32LE(value)
  return bytes
}
const tagBytes = (tag: number, how: Writing) => Buffer.concat([short(tag >>> 16, how), short(tag & 0xffff, how)])

const even = (text: string, vr: string) => (text.length % 2 === 0 ? text : text + (vr === 'UI' ? '\0' : ' '))
const valueBytes = (vr: string, value: Value, how: Writing): Buffer => {
  if (typeof value === 'number') return short(value, how)
  if (typeof value === 'string') return Buffer.from(even(value, vr), 'latin1')
  if (Buffer.isBuffer(value)) return value
  return Buffer.concat(
    value.map((item) => {
      const content = elementsOf(item, how)
      return Buffer.concat([tagBytes(0xfffee000, how), long(content.length, how), content])
    }),
  )
}

const elementsOf = (elements: DicomElement[], how: Writing): Buffer =>
  Buffer.concat(
    elements.map(([tag, vr, value, length]) => {
      const bytes = valueBytes(vr, value, how)
      const size = length ?? bytes.length
      const form = how.isImplicit
        ? long(size, how)
        : Buffer.concat([
            Buffer.from(vr),
            longForms.has(vr) ? Buffer.concat([Buffer.alloc(2), long(size, how)]) : short(size, how),
          ])
      return Buffer.concat([tagBytes(tag, how), form, bytes])
    }),
  )

export type Uids = { study: string; series: string; instance: string }
export type OddFile = {
  uids: Uids
  syntax?: string
  sopClass?: string
  modality?: string
  patient?: string
  more?: DicomElement[]
}

/** A DICOM file written in any way that the standard has, with whatever elements. */
export const dicomFile = ({
  uids,
  syntax = '1.2.840.10008.1.2.1',
  sopClass = '1.2.840.10008.5.1.4.1.1.4',
  modality = 'MR',
  patient = 'ODD-1',
  more = [],
}: OddFile) => {
  const plain = { isImplicit: false, isBigEndian: false }
  const how = { isImplicit: syntax === implicitLittleEndian, isBigEndian: syntax === explicitBigEndian }
  const meta = elementsOf(
    [
      [0x00020002, 'UI', sopClass],
      [0x00020003, 'UI', uids.instance],
      [0x00020010, 'UI', syntax],
    ],
    plain,
  )
  const elements: DicomElement[] = [
    [0x00080016, 'UI', sopClass],
    [0x00080018, 'UI', uids.instance],
    [0x00080060, 'CS', modality],
    [0x00100010, 'PN', 'Odd^File'],
    [0x00100020, 'LO', patient],
    [0x0020000d, 'UI', uids.study],
    [0x0020000e, 'UI', uids.series],
    [0x00200013, 'IS', '7'],
    ...more,
  ]
  const dataset = elementsOf(
    elements.toSorted(([one], [other]) => one - other),
    how,
  )
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    elementsOf([[0x00020000, 'UL', long(meta.length, plain)]], plain),
    meta,
    syntax === deflated ? deflateRawSync(dataset) : dataset,
  ])
}

export type ImageOf = {
  rows?: number
  columns?: number
  bits?: number
  samples?: number
  photometric?: string
  frames?: number
}
/** The elements of an image, without its pixels. */
export const imageElements = ({
  rows = 4,
  columns = 4,
  bits = 16,
  samples = 1,
  photometric = 'MONOCHROME2',
  frames = 1,
}: ImageOf = {}): DicomElement[] => [
  [0x00280002, 'US', samples],
  [0x00280004, 'CS', photometric],
  [0x00280008, 'IS', String(frames)],
  [0x00280010, 'US', rows],
  [0x00280011, 'US', columns],
  [0x00280100, 'US', bits],
  [0x00280101, 'US', bits],
  [0x00280102, 'US', bits - 1],
  [0x00280103, 'US', 0],
]

const mark = (element: number, content: Buffer) => {
  const head = Buffer.from([0xfe, 0xff, 0, 0, 0, 0, 0, 0])
  head.writeUInt16LE(element, 2)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
/** Compressed pixels: an empty offset table, and the fragments. */
export const fragments = (...contents: Buffer[]): DicomElement => [
  0x7fe00010,
  'OB',
  Buffer.concat([
    mark(0xe000, Buffer.alloc(0)),
    ...contents.map((content) => mark(0xe000, content)),
    mark(0xe0dd, Buffer.alloc(0)),
  ]),
  undefinedLength,
]
