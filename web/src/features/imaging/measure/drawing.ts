import type { SavedShape } from '@fornix/contract'
import type { Image } from '../images.ts'
import type { Point } from './geometry.ts'

export type Shape = SavedShape['shape']
export type Tool = Shape | 'probe'
/** Bound to one picture of a study. `by` is who measured, where that is somebody else: then it stays as it is. */
export type Kept = SavedShape & { id: number; by?: string }
/** With its picture, whose size of pixels it has. */
export type Measurement = Kept & { image: Image }

/** How many points a shape has. */
export const pointsOf = { length: 2, angle: 3, ellipse: 2, probe: 0 } satisfies Record<Tool, number>
const samePlace = 1e-6

type Place = Pick<Image, 'instance' | 'frame'>
export const isSameImage = (one: Place | undefined, other: Place | undefined) =>
  one?.instance === other?.instance && one?.frame === other?.frame

/** What has been set of a shape, and where the pointer or the cursor is. */
export type Draft = { points: readonly Point[]; cursor: Point | undefined }
export const noDraft: Draft = { points: [], cursor: undefined }

/** Sets a point; `whole` are the points of a shape that has all of them now. */
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
/** How an arrow moves the cursor: by one pixel of the picture, with Shift by ten. */
export const stepOf = ({ key, shiftKey }: { key: string; shiftKey: boolean }): Point | undefined => {
  const step = steps[key]
  return step && shiftKey ? { x: step.x * large, y: step.y * large } : step
}
