import { depthOf, type Edges, edgesOf, type Plane, planeOf, tiltOf } from './directions.ts'
import type { Image } from './images.ts'
import type { Part } from './parts.ts'
import type { Layout, Place } from './scene-state.ts'
import { isLeaning } from './volume-check.ts'

/** The letters at the edges of the planes, whatever the files' direction (`scene-view.ts`). */
const edgesDrawn: Record<Plane, Edges> = {
  axial: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
  coronal: { left: 'R', right: 'L', top: 'H', bottom: 'F' },
  sagittal: { left: 'P', right: 'A', top: 'H', bottom: 'F' },
}

/** From here on, two directions are equally near to a body axis. */
const maxTilt = 45

/** Anything smaller arrives about as fast as a preview would. */
const smallBytes = 2_000_000
const isSmall = ({ rows, columns }: Image, count: number) => rows * columns * 2 * count <= smallBytes

const axes: Record<Plane, 0 | 1 | 2> = { sagittal: 0, coronal: 1, axial: 2 }
/** Planes open at the crosshair, initially the middle, counted towards the head, the front and the right. */
const firstShown = (images: readonly Image[], plane: Plane, place: Place | undefined) => {
  const orientation = images[0]?.orientation
  if (!orientation) return undefined
  const depth = ({ position }: Image) => (position ? depthOf(orientation, position) : 0)
  const sign = plane === 'axial' ? 1 : -1
  const axis = axes[plane]
  const part = place ? (place.voxel[axis] + 0.5) / place.of[axis] : 0.5
  return images.toSorted((a, b) => sign * (depth(a) - depth(b)))[Math.floor(part * images.length)]
}

/** A slice, whether it is flipped in either direction (-1), and the resulting letters at its edges. */
export type Preview = { image: Image; edges: Edges; across: 1 | -1; down: 1 | -1 }

/**
 * The slice with which a part's planes will open, if its picture matches what they will show, upright or flipped horizontally
 * or vertically, in a view that is selected. Otherwise undefined, and also if little has to load; `count` is the number of files or frames.
 * `place` is that of the crosshair in the previous series.
 */
export const previewOf = (
  { images }: Part,
  { count, layout, place }: { count: number; layout: Layout; place: Place | undefined },
): Preview | undefined => {
  const [first] = images
  if (!first?.orientation || images.length < 2 || isSmall(first, Math.max(count, images.length))) return undefined
  const plane = planeOf(first.orientation)
  if (layout !== 'planes' && layout !== plane) return undefined
  if (isLeaning(images) || tiltOf(first.orientation) >= maxTilt) return undefined
  const own = edgesOf(first.orientation)
  const drawn = edgesDrawn[plane]
  const isAlong = (one: string, from: string, to: string) => one === from || one === to
  // A slice lying on its side is not rotated.
  if (!isAlong(own.left, drawn.left, drawn.right) || !isAlong(own.top, drawn.top, drawn.bottom)) return undefined
  const image = firstShown(images, plane, place)
  return (
    image && { image, edges: drawn, across: own.left === drawn.left ? 1 : -1, down: own.top === drawn.top ? 1 : -1 }
  )
}
