import { depthOf, isSameOrientation } from '../directions.ts'
import type { Image } from '../images.ts'
import type { Part } from '../parts.ts'
import type { Target } from '../scene-state.ts'
import { isLeaning } from '../volume-check.ts'

/** The first or the second side. */
export type Which = 0 | 1
export const otherOf = (which: Which): Which => (which === 0 ? 1 : 0)

/** How the coordinates of two sets of pictures relate; `turned`: from one scanner, but with slices in different directions. */
export type Relation = 'same' | 'aligned' | 'different' | 'unknown' | 'leaning' | 'turned'

const frameOf = ({ images }: Part) => {
  const [first] = images
  const isOne = images.every(
    ({ frameOfReference, position }) => position && frameOfReference === first?.frameOfReference,
  )
  return isOne ? (first?.frameOfReference ?? '') : ''
}

/** Whether the same place in mm is the same place in both. */
export const isInMm = (relation: Relation | undefined) => relation === 'same' || relation === 'aligned'

/** One Frame of Reference UID means one set of coordinates (PS3.3 C.7.4.1.1.1); without it nothing is known. */
export const relationOf = (one: Part, two: Part, shown: 'volumes' | 'slices'): Exclude<Relation, 'aligned'> => {
  const [first, second] = [frameOf(one), frameOf(two)]
  if (first === '' || second === '') return 'unknown'
  if (first !== second) return 'different'
  if (shown === 'volumes') return isLeaning(one.images) || isLeaning(two.images) ? 'leaning' : 'same'
  const orientation = one.images[0]?.orientation
  const isParallel = [...one.images, ...two.images].every(
    (image) => orientation && image.orientation && isSameOrientation(orientation, image.orientation),
  )
  return isParallel ? 'same' : 'turned'
}

/** A side's position: in mm if its files provide it, and as fractions of the way from one end to the other. */
export type Spot = { mm: readonly number[] | undefined; part: readonly number[] }
/** By mm, or by fractions of the way, with the second offset from the first. */
export type Link = { by: 'mm' } | { by: 'part'; offset: readonly number[] }

/** How much farther along the second side is. */
export const offsetOf = (one: Spot, two: Spot) => two.part.map((part, n) => part - (one.part[n] ?? 0))

/** Where the other side has to go. */
export const targetOf = (from: Which, { mm, part }: Spot, link: Link): Target | undefined => {
  if (link.by === 'mm') return mm && { mm }
  const sign = from === 0 ? 1 : -1
  return { part: part.map((one, n) => one + sign * (link.offset[n] ?? 0)) }
}

const depthAt = (image: Image | undefined) =>
  image?.orientation && image.position ? depthOf(image.orientation, image.position) : undefined

/** Files may count slices from either end: relative positions run towards the left, the back or the head. */
const runsBack = (images: readonly Image[]) => {
  const [first, last] = [depthAt(images[0]), depthAt(images.at(-1))]
  return first !== undefined && last !== undefined && last < first
}
export const spotOfSlice = (images: readonly Image[], at: number): Spot => {
  const part = (at + 0.5) / images.length
  const mm = depthAt(images[at])
  return { mm: mm === undefined ? undefined : [mm], part: [runsBack(images) ? 1 - part : part] }
}

/**
 * How far from the nearest slice a place may be and still be shown by it: half of the median gap, so that a hole in the series stays one.
 * Beyond an end it is half of the gap there if that is smaller, and for a single picture half a mm.
 */
const reachOf = (depths: readonly number[], wanted: number) => {
  const sorted = depths.toSorted((a, b) => a - b)
  // Several pictures of one place have no gap.
  const gaps = sorted
    .slice(1)
    .map((depth, n) => depth - sorted[n]!)
    .filter((gap) => gap > 0.01)
  const median = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 1
  const atEnd = wanted < sorted[0]! ? gaps[0] : wanted > sorted.at(-1)! ? gaps.at(-1) : undefined
  return Math.min(median, atEnd ?? median) / 2 + 0.01
}

/** The slice at a place, or undefined if there is none: the nearest one would be a different place. */
export const sliceAt = (images: readonly Image[], target: Target): number | undefined => {
  if ('part' in target) {
    const [part = 0] = target.part
    const at = Math.floor((runsBack(images) ? 1 - part : part) * images.length + 1e-6)
    return images[at] ? at : undefined
  }
  const [wanted = 0] = target.mm
  const depths = images.map(depthAt).filter((depth) => depth !== undefined)
  if (depths.length < images.length || depths.length === 0) return undefined
  const nearest = depths.reduce(
    (best, depth, n) => (Math.abs(depth - wanted) < Math.abs(depths[best]! - wanted) ? n : best),
    0,
  )
  return Math.abs(depths[nearest]! - wanted) <= reachOf(depths, wanted) ? nearest : undefined
}
