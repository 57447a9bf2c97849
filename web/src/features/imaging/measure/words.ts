import type { MeasuredNumber } from '@fornix/contract'
import type { Image, Pixel } from '../images.ts'
import { decimalsOf, plainNumber } from '../windowing.ts'
import type { Measurement, Shape, Tool } from './drawing.ts'
import {
  angleBetween,
  areaOf,
  ellipseIn,
  lengthBetween,
  type PixelSize,
  type Point,
  pixelAt,
  type Statistics,
} from './geometry.ts'
import { NoValues, type Values } from './values.ts'

/** The texts of measurements; only staff measure. */
const unknown: PixelSize = { height: 1, width: 1 }

/** If pixels are not square but only their ratio is known, a length is counted in pixel widths. */
const pixelSizeOf = (pixel: Pixel | undefined): PixelSize =>
  pixel?.of === 'ratio' ? { height: pixel.height / pixel.width, width: 1 } : (pixel ?? unknown)
const isMm = (pixel: Pixel | undefined) => pixel !== undefined && pixel.of !== 'ratio'
const atDetector = (pixel: Pixel | undefined) => (pixel?.of === 'detector' ? ' at the detector' : '')

const lengthText = (a: Point, b: Point, pixel: Pixel | undefined) => {
  const length = lengthBetween(a, b, pixelSizeOf(pixel)).toFixed(1)
  if (isMm(pixel)) return `${length} mm`
  return pixel && pixel.height !== pixel.width ? `${length} px (widths of a pixel)` : `${length} px`
}
const areaText = (a: Point, b: Point, pixel: Pixel | undefined) =>
  isMm(pixel)
    ? `${areaOf(ellipseIn(a, b), pixelSizeOf(pixel)).toFixed(1)} mm²`
    : `${areaOf(ellipseIn(a, b), unknown).toFixed(1)} px`

const none: Point = { x: 0, y: 0 }
type Sized = { shape: Shape; points: readonly Point[]; image: Image }
/** A shape's number, as shown beside it in the picture. */
export const sizeText = ({ shape, points, image: { pixel } }: Sized) => {
  const [a = none, b = none, c = none] = points
  if (shape === 'length') return lengthText(a, b, pixel)
  if (shape === 'ellipse') return areaText(a, b, pixel)
  const angle = angleBetween(a, b, c, pixelSizeOf(pixel))
  return angle === undefined ? '–' : `${angle.toFixed(1)}°`
}

const names = { length: 'Length', angle: 'Angle', ellipse: 'Ellipse' }
/** Without a pixel size, a picture is drawn as if pixels were square, and its angles are measured so. */
const assumptionOf = ({ shape, image: { pixel } }: Measurement) =>
  shape === 'angle' && !pixel ? ' if pixels are square' : atDetector(pixel)

/** A shape's number with its unit; undefined if a leg of an angle has no length. */
export const sizeOf = ({ shape, points, image: { pixel } }: Sized): MeasuredNumber | undefined => {
  const [a = none, b = none, c = none] = points
  const isInMm = isMm(pixel)
  if (shape === 'length')
    return { of: 'length', value: lengthBetween(a, b, pixelSizeOf(pixel)), unit: isInMm ? 'mm' : 'px' }
  if (shape === 'ellipse') {
    const value = areaOf(ellipseIn(a, b), isInMm ? pixelSizeOf(pixel) : unknown)
    return { of: 'area', value, unit: isInMm ? 'mm2' : 'px' }
  }
  const value = angleBetween(a, b, c, pixelSizeOf(pixel))
  return value === undefined ? undefined : { of: 'angle', value, unit: 'deg' }
}

/** The caveat about a shape's number, in a report. */
export const noteOf = (one: Measurement) => {
  const { pixel } = one.image
  const isCounted = one.shape === 'length' && pixel?.of === 'ratio' && pixel.height !== pixel.width
  return isCounted ? 'in widths of a pixel' : assumptionOf(one).trim()
}

const numberText = (value: number) => plainNumber(value, decimalsOf(value))
const inUnit = (value: number, unit: string) => `${numberText(value)}${unit && ` ${unit}`}`

export type Region = { statistics: Statistics | undefined; unit: string }
const regionText = ({ statistics, unit }: Region) => {
  if (!statistics) return 'no values in it'
  const { mean, deviation, least, most, count } = statistics
  return [
    `mean ${inUnit(mean, unit)}`,
    `SD ${inUnit(deviation, unit)}`,
    `min ${inUnit(least, unit)}`,
    `max ${inUnit(most, unit)}`,
    count === 1 ? '1 pixel' : `${count} pixels`,
  ].join(', ')
}

export const failureWords = (error: unknown) => {
  if (!(error instanceof NoValues)) return 'its values could not be loaded'
  return error.why === 'color' ? 'a color picture has no values' : 'its values cannot be read here'
}

/** `Length 23.4 mm, slice 12`, and for an ellipse what is known about its values. */
export const measurementText = (one: Measurement, slice: number, region: string) =>
  [`${names[one.shape]} ${sizeText(one)}${assumptionOf(one)}`, region, `slice ${slice}`, one.by && `by ${one.by}`]
    .filter(Boolean)
    .join(', ')

type Loading = { data: Region | undefined; error: unknown }
export const statisticsText = ({ data, error }: Loading) => {
  if (data) return regionText(data)
  return error ? failureWords(error) : 'reading its values'
}

export const probeText = (values: Values, point: Point) => {
  const { column, row } = pixelAt(point, values)
  const value = values.at(column, row)
  return `column ${column + 1}, row ${row + 1}: ${value === undefined ? 'no value' : inUnit(value, values.unit)}`
}

export const words = {
  list: 'Measurements',
  remove: (what: string) => `Remove: ${what}`,
  hints: {
    length: 'Length: press and drag, or set two points.',
    angle: 'Angle: set three points, the corner second.',
    ellipse: 'Ellipse: drag a box, or set two corners.',
    probe: 'Value: point at the picture.',
  } satisfies Record<Tool, string>,
  keys: 'Arrows move the cross by one pixel, with Shift by ten; Enter sets a point; Esc ends the tool.',
}
