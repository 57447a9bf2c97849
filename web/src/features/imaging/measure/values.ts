import type { DicomTags } from '@fornix/contract'
import { numberOf, textOf, textsOf } from '../tags.ts'
import { type Ellipse, pixelsIn, statisticsOf } from './geometry.ts'

/** A picture without reportable values. */
export class NoValues extends Error {
  readonly why: 'color' | 'form'
  constructor(why: 'color' | 'form') {
    super(`No values: ${why}`)
    this.why = why
  }
}

export type Form = {
  rows: number
  columns: number
  allocated: number
  stored: number
  /** By how many bits a stored value is shifted within its allocated bits. */
  shift: number
  isSigned: boolean
  slope: number
  intercept: number
  padding: { least: number; most: number } | undefined
  unit: string
}

const ctImage = '1.2.840.10008.5.1.4.1.1.2'
/** The unit of the values: Rescale Type, which a CT image may omit if it is HU (PS3.3 C.8.2.1). */
const unitOf = (tags: DicomTags) => {
  if (numberOf(tags, '00281053') === undefined) return ''
  const type = textOf(tags, '00281054')
  if (type) return type === 'US' ? '' : type
  const isPlainCt = textOf(tags, '00080016') === ctImage && textOf(tags, '00189361') !== 'YES'
  return isPlainCt && textsOf(tags, '00080008')[2] !== 'LOCALIZER' ? 'HU' : ''
}

const signedIn = (bits: number, value: number) => (value >= 2 ** (bits - 1) ? value - 2 ** bits : value)

/** Whether a table (Modality LUT Sequence), not a slope, converts the stored values. */
export const hasTable = (tags: DicomTags) => (tags['00283000']?.Value ?? []).length > 0

const bitsOf = (tags: DicomTags) => {
  const allocated = numberOf(tags, '00280100') ?? 0
  const stored = numberOf(tags, '00280101') ?? allocated
  return { allocated, stored, shift: (numberOf(tags, '00280102') ?? stored - 1) + 1 - stored }
}

/** Why values cannot be derived from the tags alone, or undefined. */
export const whyNoValues = (tags: DicomTags): NoValues['why'] | undefined => {
  const isGray = textOf(tags, '00280004').startsWith('MONOCHROME') && (numberOf(tags, '00280002') ?? 1) === 1
  if (!isGray) return 'color'
  const { allocated, stored, shift } = bitsOf(tags)
  const hasFloats = ['7FE00008', '7FE00009'].some((tag) => tags[tag])
  const isWhole = [8, 16, 32].includes(allocated) && stored > 0 && shift >= 0 && stored + shift <= allocated
  return isWhole && !hasTable(tags) && !hasFloats ? undefined : 'form'
}

/** How a frame's values are stored in its bytes, and what they mean. */
export const formOf = (tags: DicomTags): Form => {
  const why = whyNoValues(tags)
  if (why) throw new NoValues(why)
  const number = (tag: string) => numberOf(tags, tag)
  const { allocated, stored, shift } = bitsOf(tags)
  const isSigned = number('00280103') === 1
  const [one, other = one] = [number('00280120'), number('00280121')].map((value) =>
    // Some files write a signed number as if it were unsigned.
    isSigned && value !== undefined ? signedIn(stored, value) : value,
  )
  const isPadded = one !== undefined && other !== undefined
  return {
    rows: number('00280010') ?? 0,
    columns: number('00280011') ?? 0,
    allocated,
    stored,
    shift,
    isSigned,
    slope: number('00281053') ?? 1,
    intercept: number('00281052') ?? 0,
    padding: isPadded ? { least: Math.min(one, other), most: Math.max(one, other) } : undefined,
    unit: unitOf(tags),
  }
}

export type Values = {
  rows: number
  columns: number
  unit: string
  /** Undefined outside the picture, and for pixels that the file declares as padding. */
  at: (column: number, row: number) => number | undefined
}

/** The values of a frame in uncompressed pixels of Explicit VR Little Endian. */
export const valuesOf = (bytes: Uint8Array, form: Form): Values => {
  const { rows, columns, allocated, stored, shift, isSigned, slope, intercept, padding, unit } = form
  if (bytes.length * 8 < rows * columns * allocated) throw new NoValues('form')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wordAt = (n: number) => {
    if (allocated === 8) return view.getUint8(n)
    return allocated === 16 ? view.getUint16(n * 2, true) : view.getUint32(n * 4, true)
  }
  const at = (column: number, row: number) => {
    if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined
    const unsigned = Math.floor(wordAt(row * columns + column) / 2 ** shift) % 2 ** stored
    const value = isSigned ? signedIn(stored, unsigned) : unsigned
    return padding && value >= padding.least && value <= padding.most ? undefined : value * slope + intercept
  }
  return { rows, columns, unit, at }
}

/** Statistics of the values in an ellipse, without padding; undefined if there are none. */
export const statisticsIn = (values: Values, ellipse: Ellipse) =>
  statisticsOf(
    [...pixelsIn(ellipse, values)]
      .map(({ column, row }) => values.at(column, row))
      .filter((value) => value !== undefined),
  )
