import { dot, each, normalOf, type Vector } from '../directions.ts'
import type { Image } from '../images.ts'
import type { Segment, Segmentation, SegmentFrame } from './segments.ts'

/** A segmentation with the uncompressed pixels of its frames, in their order. */
export type SegmentPixels = { segmentation: Segmentation; pixels: readonly Uint8Array[] }

/** A frame that is not empty: the position of its first pixel across and down, and the range of pixels that are set. */
type Layer = {
  /** The segments that may be in it. */
  segments: readonly Segment[]
  /** The segment of a pixel; -1 if none. */
  whichAt: (pixel: number) => number
  across: number
  down: number
  /** The share of a pixel that its segment fills, from 0 to 1. */
  shareAt: (pixel: number) => number
  box: { left: number; top: number; right: number; bottom: number }
}
export type Plane = { depth: number; layers: Layer[] }
/** Frames stacked behind each other. The vectors map mm, as DICOM counts them, to columns, rows, and mm of depth. */
export type Stack = {
  rows: number
  columns: number
  across: Vector
  down: Vector
  through: Vector
  /** How far a plane extends from its middle; unknown if the file does not say. */
  half: number | undefined
  planes: Plane[]
}

const divided = (vector: Vector, by: number) => each(vector, (one) => one / by)

const boxOf = ({ rows, columns }: Image, shareAt: Layer['shareAt']) => {
  const box = { left: columns, top: rows, right: -1, bottom: -1 }
  for (let row = 0, pixel = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, pixel++) {
      if (shareAt(pixel) === 0) continue
      box.left = Math.min(box.left, column)
      box.right = Math.max(box.right, column)
      box.top = Math.min(box.top, row)
      box.bottom = row
    }
  return box
}

type Pixels = Pick<Layer, 'segments' | 'whichAt' | 'shareAt'>
const isFirst = () => 0
const ofSegment = (segment: Segment, shareAt: Layer['shareAt']): Pixels => ({
  segments: [segment],
  whichAt: isFirst,
  shareAt,
})

/** The pixels of a label map are segment numbers. */
const ofLabels = (bytes: Uint8Array, allocated: number, labels: ReadonlyMap<number, Segment>): Pixels => {
  const segments = [...labels.values()]
  const table = new Int16Array(1 << 16).fill(-1)
  for (const [n, number] of [...labels.keys()].entries()) table[number] = n
  const whichAt =
    allocated === 16
      ? (pixel: number) => table[bytes[2 * pixel]! | (bytes[2 * pixel + 1]! << 8)]!
      : (pixel: number) => table[bytes[pixel]!]!
  return { segments, whichAt, shareAt: (pixel) => (whichAt(pixel) < 0 ? 0 : 1) }
}

/** The segments of a frame's pixels, and how much of each they fill. */
export const pixelsOf = (
  bytes: Uint8Array,
  { allocated, most, labels }: Segmentation,
  { segment, image: { rows, columns } }: SegmentFrame,
): Pixels | undefined => {
  if (bytes.length * 8 < rows * columns * allocated) throw new Error('A frame of a segmentation is too short')
  if (labels) return ofLabels(bytes, allocated, labels)
  if (!segment) return undefined
  // The first pixel is the lowest bit of its byte (PS3.5 8.1.1).
  if (allocated === 1) return ofSegment(segment, (pixel) => (bytes[pixel >> 3]! >> (pixel & 7)) & 1)
  return ofSegment(segment, (pixel) => Math.min(1, bytes[pixel]! / most))
}

const sameDepthMm = 0.01

/** The frames of a segmentation as stacks of planes, by each frame's position: their order means nothing. */
export const stacksOf = ({ segmentation, pixels }: SegmentPixels): Stack[] => {
  const stacks = new Map<string, Stack>()
  for (const [n, frame] of segmentation.frames.entries()) {
    const { orientation, position, pixel, rows, columns } = frame.image
    const bytes = pixels[n]
    if (!bytes || !orientation || !position || !pixel) continue
    const own = pixelsOf(bytes, segmentation, frame)
    const box = own && boxOf(frame.image, own.shareAt)
    if (!own || !box || box.right < 0) continue
    const { row, column } = orientation
    const key = [...row, ...column, pixel.width, pixel.height].map((one) => one.toFixed(6)).join(' ')
    const stack = stacks.get(`${key} ${rows} ${columns}`) ?? {
      rows,
      columns,
      across: divided(row, pixel.width),
      down: divided(column, pixel.height),
      through: normalOf(orientation),
      half: undefined,
      planes: [],
    }
    stacks.set(`${key} ${rows} ${columns}`, stack)
    const depth = dot(stack.through, position)
    const layer = { ...own, across: dot(stack.across, position), down: dot(stack.down, position), box }
    const plane = stack.planes.find((other) => Math.abs(other.depth - depth) < sameDepthMm)
    if (plane) plane.layers.push(layer)
    else stack.planes.push({ depth, layers: [layer] })
  }
  for (const stack of stacks.values()) {
    stack.planes.sort((a, b) => a.depth - b.depth)
    const gaps = stack.planes.slice(1).map(({ depth }, n) => depth - stack.planes[n]!.depth)
    // Files omit empty frames, so the planes may be farther apart than they are thick.
    const reach = Math.min(segmentation.spacing ?? Number.POSITIVE_INFINITY, ...gaps)
    if (Number.isFinite(reach)) stack.half = reach / 2
  }
  return [...stacks.values()]
}
