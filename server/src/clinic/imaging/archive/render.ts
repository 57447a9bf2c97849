import { encode } from 'fast-png'
import { type DicomJson, numberOf, textOf } from '../dicom/dicom-json.ts'
import type { Rendering } from './archive.ts'

/** Stored values of one uncompressed frame of single-sample pixels, or null when it has another form. */
const valuesOf = (tags: DicomJson, bytes: Buffer) => {
  if ((numberOf(tags, '00280002') ?? 1) !== 1) return null
  const isSigned = numberOf(tags, '00280103') === 1
  const copy = Uint8Array.from(bytes).buffer
  const bits = numberOf(tags, '00280100')
  if (bits === 8) return isSigned ? new Int8Array(copy) : new Uint8Array(copy)
  if (bits === 16) return isSigned ? new Int16Array(copy) : new Uint16Array(copy)
  return null
}

/** Without a window in the file: from the least to the greatest value. */
const spanOf = (values: ArrayLike<number>, slope: number, intercept: number) => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let n = 0; n < values.length; n++) {
    const value = (values[n] ?? 0) * slope + intercept
    if (value < least) least = value
    if (value > most) most = value
  }
  return { center: (least + most) / 2, width: Math.max(1, most - least) }
}

/** One frame as 8-bit grayscale through the linear window of PS3.3 C.11.2.1.2; null when its form is not supported. */
export const renderFrame = (tags: DicomJson, bytes: Buffer, { center, width }: Rendering): Buffer | null => {
  const [rows, columns] = [numberOf(tags, '00280010'), numberOf(tags, '00280011')]
  const values = valuesOf(tags, bytes)
  if (!values || !rows || !columns || values.length < rows * columns) return null
  const slope = numberOf(tags, '00281053') ?? 1
  const intercept = numberOf(tags, '00281052') ?? 0
  const given = { center: center ?? numberOf(tags, '00281050'), width: width ?? numberOf(tags, '00281051') }
  const span = given.center === undefined || !given.width ? spanOf(values, slope, intercept) : null
  const [middle, range] = [span?.center ?? given.center ?? 0, span?.width ?? given.width ?? 1]

  const isInverted = textOf(tags, '00280004') === 'MONOCHROME1'
  const pixels = new Uint8Array(rows * columns)
  for (let n = 0; n < pixels.length; n++) {
    const value = (values[n] ?? 0) * slope + intercept
    const shade = Math.round(Math.min(1, Math.max(0, (value - middle) / range + 0.5)) * 255)
    pixels[n] = isInverted ? 255 - shade : shade
  }
  return Buffer.from(encode({ width: columns, height: rows, data: pixels, channels: 1, depth: 8 }))
}
