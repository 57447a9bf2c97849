import { after, apply, inverse } from '../compare/registration/affine.ts'
import type { Affine, Triple } from '../compare/registration/nifti.ts'
import { each } from '../directions.ts'
import { channelsOf } from './color.ts'
import type { Plane, Stack } from './layers.ts'
import type { Segment } from './segments.ts'

/** A volume's voxels, and the matrix that maps them to mm towards the right, the front and the head. */
export type Grid = { size: Triple; toMm: Affine }
/** A part of a volume, with the number of each voxel's label, or 0; `colors` has four bytes for each of 256 numbers. */
export type LabelMap = { from: Triple; size: Triple; labels: Uint8Array; colors: Uint8ClampedArray }

/** One byte per voxel, and 0 means none. */
export const maxLabels = 255
/** The number of distinct shares of a voxel, if there are enough labels. */
const maxShares = 16

type Label = { color: string; share: number }
/** Each segment has one label, or for fractions one per share. There are no more segments than labels. */
const labelsOf = (segments: readonly Segment[]) => {
  const fractional = segments.filter(({ isFractional }) => isFractional).length
  const left = maxLabels - (segments.length - fractional)
  const shares = Math.min(maxShares, Math.floor(left / Math.max(1, fractional)))
  const labels: Label[] = [{ color: '#000000', share: 0 }]
  const first = new Map<string, { from: number; shares: number }>()
  for (const segment of segments) {
    const own = segment.isFractional ? shares : 1
    first.set(segment.key, { from: labels.length, shares: own })
    for (let share = 1; share <= own; share++) labels.push({ color: segment.color, share: share / own })
  }
  return { labels, first }
}

const colorsOf = (labels: readonly Label[]) => {
  const colors = new Uint8ClampedArray(256 * 4)
  for (const [n, { color, share }] of labels.entries()) {
    colors.set([...channelsOf(color), 255 * share], 4 * n)
  }
  return colors
}

/** From voxels to columns, rows and depth of a stack whose planes start at 0. DICOM counts mm towards the left and the back. */
const toStack = ({ across, down, through }: Stack, { toMm }: Grid): Affine =>
  after(
    [across, down, through].flatMap(([x, y, z]) => [-x, -y, z, 0]),
    toMm,
  )

type Corner = [number, number, number]
type Reach = { least: Corner; most: Corner }
/** The voxels that a stack may touch. */
const widen = (reach: Reach, stack: Stack, grid: Grid, half: number) => {
  const toVoxel = inverse(toStack(stack, grid))
  for (const { depth, layers } of stack.planes)
    for (const { across, down, box } of layers)
      for (const column of [box.left - 0.5, box.right + 0.5])
        for (const row of [box.top - 0.5, box.bottom + 0.5])
          for (const side of [-half, half])
            for (const [axis, at] of apply(toVoxel, [across + column, down + row, depth + side]).entries()) {
              reach.least[axis] = Math.min(reach.least[axis]!, Math.ceil(at - edge))
              reach.most[axis] = Math.max(reach.most[axis]!, Math.floor(at + edge))
            }
}

/** A point exactly between two pixels belongs to the later one, despite rounding errors. */
const edge = 1e-4

/** The plane nearest to a depth, searched from the previous nearest one. */
const nearest = (planes: readonly Plane[], before: number, depth: number) => {
  const off = (n: number) => Math.abs(planes[n]!.depth - depth)
  let n = before
  while (n + 1 < planes.length && off(n + 1) <= off(n) + edge) n++
  while (n > 0 && off(n - 1) < off(n) - edge) n--
  return n
}

const smallestVoxel = ({ toMm }: Grid) =>
  Math.min(...[0, 1, 2].map((axis) => Math.hypot(toMm[axis]!, toMm[4 + axis]!, toMm[8 + axis]!)))

/**
 * The segments as voxel labels of a volume: each voxel takes the pixel that contains its middle. If there are several segments,
 * the one that fills more of the voxel is on top, then the later one in the list.
 */
export const labelMapOf = (
  stacks: readonly Stack[],
  segments: readonly Segment[],
  grid: Grid,
): LabelMap | undefined => {
  const { labels, first } = labelsOf(segments)
  const halfOf = ({ half }: Stack) => half ?? smallestVoxel(grid) / 2
  const reach: Reach = { least: [...grid.size], most: [-1, -1, -1] }
  for (const stack of stacks) widen(reach, stack, grid, halfOf(stack))
  const from = each(reach.least, (one) => Math.max(0, one))
  const size = each(reach.most, (one, n) => Math.min(grid.size[n]! - 1, one) - from[n]! + 1)
  if (Math.min(...size) < 1) return undefined
  const map = new Uint8Array(size[0] * size[1] * size[2])
  const order = new Map(segments.map(({ key }, n) => [key, n]))
  for (const stack of stacks) {
    const m = toStack(stack, grid)
    const half = halfOf(stack) + edge
    const planes = stack.planes.map(({ depth, layers }) => ({
      depth,
      layers: layers
        .map((layer) => ({
          ...layer,
          own: layer.segments.map(({ key }) => first.get(key)),
          order: Math.min(...layer.segments.map(({ key }) => order.get(key) ?? Number.POSITIVE_INFINITY)),
        }))
        .filter((layer) => Number.isFinite(layer.order))
        .sort((a, b) => a.order - b.order),
    }))
    let plane = 0
    for (let z = 0, to = 0; z < size[2]; z++)
      for (let y = 0; y < size[1]; y++)
        for (let x = 0; x < size[0]; x++, to++) {
          const [i, j, k] = [x + from[0], y + from[1], z + from[2]]
          const depth = m[8]! * i + m[9]! * j + m[10]! * k + m[11]!
          plane = nearest(stack.planes, plane, depth)
          const { layers, depth: own } = planes[plane]!
          if (layers.length === 0 || Math.abs(own - depth) > half) continue
          const across = m[0]! * i + m[1]! * j + m[2]! * k + m[3]! + 0.5 + edge
          const down = m[4]! * i + m[5]! * j + m[6]! * k + m[7]! + 0.5 + edge
          for (const layer of layers) {
            const column = Math.floor(across - layer.across)
            const row = Math.floor(down - layer.down)
            const { left, right, top, bottom } = layer.box
            if (column < left || column > right || row < top || row > bottom) continue
            const pixel = row * stack.columns + column
            const own = layer.own[layer.whichAt(pixel)]
            if (!own) continue
            const share = Math.round(layer.shareAt(pixel) * own.shares)
            const label = own.from + share - 1
            if (share > 0 && labels[label]!.share >= labels[map[to]!]!.share) map[to] = label
          }
        }
  }
  return { from, size, labels: map, colors: colorsOf(labels) }
}
