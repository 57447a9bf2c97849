import type { SavedShape } from '@fornix/contract'
import type { Image } from '../images.ts'
import type { Point } from './geometry.ts'

export type Shape = SavedShape['shape']
export type Tool = Shape | 'probe'
/** Bound to one picture of a study. `by` is the author, if that is somebody else: then it is read-only. */
export type Kept = SavedShape & { id: number; by?: string }
/** With its picture, which provides the pixel size. */
export type Measurement = Kept & { image: Image }

/** The number of points of each shape. */
export const pointsOf = { length: 2, angle: 3, ellipse: 2, probe: 0 } satisfies Record<Tool, number>
const samePlace = 1e-6

type Place = Pick<Image, 'instance' | 'frame'>
export const isSameImage = (one: Place | undefined, other: Place | undefined) =>
  one?.instance === other?.instance && one?.frame === other?.frame

/** The points set so far, and the position of the pointer or the cursor. */
export type Draft = { points: readonly Point[]; cursor: Point | undefined }
export const noDraft: Draft = { points: [], cursor: undefined }

/** Sets a point; `whole` holds the points of a shape that is now complete. */
export const withPoint = (tool: Tool, { points }: Draft, point: Point): { draft: Draft; whole?: readonly Point[] } => {
  const last = points.at(-1)
  if (pointsOf[tool] === 0 || (last && Math.hypot(last.x - point.x, last.y - point.y) < samePlace))
    return { draft: { points, cursor: point } }
  const next = [...points, point]
  return next.length < pointsOf[tool]
    ? { draft: { points: next, cursor: point } }
    : { draft: { points: [], cursor: point }, whole: next }
}

const steps: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const large = 10
/** How an arrow key moves the cursor: by one pixel of the picture, with Shift by ten. */
export const stepOf = ({ key, shiftKey }: { key: string; shiftKey: boolean }): Point | undefined => {
  const step = steps[key]
  return step && shiftKey ? { x: step.x * large, y: step.y * large } : step
}
