import { dot, normalOf, type Vector } from '../directions.ts'
import type { Image } from '../images.ts'
import type { Segment, Segmentation } from './segments.ts'

/** A segmentation with the plain pixels of its frames, in their order. */
export type SegmentPixels = { segmentation: Segmentation; pixels: readonly Uint8Array[] }

/** A frame that is not empty: where its first pixel lies across and down, and the pixels that any of it is in. */
type Layer = {
  segment: Segment
  across: number
  down: number
  /** How much of a pixel the segment takes, from 0 to 1. */
  shareAt: (pixel: number) => number
  box: { left: number; top: number; right: number; bottom: number }
}
export type Plane = { depth: number; layers: Layer[] }
/** Frames that lie one behind the other. The vectors take mm, as DICOM counts them, to columns, to rows, and to mm of depth. */
export type Stack = {
  rows: number
  columns: number
  across: Vector
  down: Vector
  through: Vector
  /** How far from its middle a plane reaches; unknown where a file says nothing of it. */
  half: number | undefined
  planes: Plane[]
}

const divided = (vector: Vector, by: number) => vector.map((one) => one / by) as unknown as Vector

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

const sharesIn = (bytes: Uint8Array, { allocated, most }: Segmentation, { rows, columns }: Image) => {
  if (bytes.length * 8 < rows * columns * allocated) throw new Error('A frame of a segmentation is too short')
  // The first pixel is the lowest bit of its byte (PS3.5 8.1.1).
  if (allocated === 1) return (pixel: number) => (bytes[pixel >> 3]! >> (pixel & 7)) & 1
  return (pixel: number) => Math.min(1, bytes[pixel]! / most)
}

const sameDepthMm = 0.01

/** The frames of a segmentation as stacks of planes, by where each says that it lies: the order of frames means nothing. */
export const stacksOf = ({ segmentation, pixels }: SegmentPixels): Stack[] => {
  const stacks = new Map<string, Stack>()
  for (const [n, { segment, image }] of segmentation.frames.entries()) {
    const { orientation, position, pixel, rows, columns } = image
    const bytes = pixels[n]
    if (!bytes || !orientation || !position || !pixel) continue
    const shareAt = sharesIn(bytes, segmentation, image)
    const box = boxOf(image, shareAt)
    if (box.right < 0) continue
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
    const layer = { segment, across: dot(stack.across, position), down: dot(stack.down, position), shareAt, box }
    const plane = stack.planes.find((other) => Math.abs(other.depth - depth) < sameDepthMm)
    if (plane) plane.layers.push(layer)
    else stack.planes.push({ depth, layers: [layer] })
  }
  for (const stack of stacks.values()) {
    stack.planes.sort((a, b) => a.depth - b.depth)
    const gaps = stack.planes.slice(1).map(({ depth }, n) => depth - stack.planes[n]!.depth)
    // Empty frames are left out of a file, so that its planes may lie farther apart than they are thick.
    const reach = Math.min(segmentation.spacing ?? Number.POSITIVE_INFINITY, ...gaps)
    if (Number.isFinite(reach)) stack.half = reach / 2
  }
  return [...stacks.values()]
}
