import { isSameOrientation, type Plane, planeOf } from './directions.ts'
import { type Distinction, distinctions, type Image } from './images.ts'

/** One of several values that distinguish the parts of a series: `at` of `of`, counted from 1. */
export type Label =
  | { by: Distinction | 'repeat'; value: number | string | undefined; at: number; of: number; ms?: number | undefined }
  | { by: 'plane'; value: Plane | undefined; at: number; of: number }

/** Images that belong together: one at each position in the body. */
export type Part = { images: readonly Image[]; labels: readonly Label[] }

/** Shown with a stepper, because there are many of one kind. */
const stepped: ReadonlySet<Label['by']> = new Set(['direction', 'phase', 'time', 'acquisition', 'acquiredAt', 'repeat'])
/** Changes over time, and can be played. */
const passing: ReadonlySet<Label['by']> = new Set(['phase', 'time', 'acquisition', 'acquiredAt', 'repeat'])
export const isStep = ({ by }: Label) => stepped.has(by)
export const mayPlay = ({ labels }: Part) => labels.some(({ by }) => passing.has(by))

const isSameShape = (a: Image, b: Image) =>
  a.rows === b.rows &&
  a.columns === b.columns &&
  (a.orientation && b.orientation ? isSameOrientation(a.orientation, b.orientation) : a.orientation === b.orientation)

const byShape = (images: readonly Image[]) => {
  const shapes: Image[][] = []
  for (const image of images) {
    const existing = shapes.find(([first]) => first && isSameShape(first, image))
    if (existing) existing.push(image)
    else shapes.push([image])
  }
  return shapes
}

const placeOf = ({ position }: Image) => position?.map((mm) => mm.toFixed(2)).join(' ') ?? ''
const countBy = <T>(all: readonly T[], keyOf: (one: T) => unknown) => {
  const counts = new Map<unknown, number>()
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}
/** The largest number of images at one position. */
const depthOfStack = (images: readonly Image[]) => Math.max(...countBy(images, placeOf).values())

const inOrder = (a: number | string | undefined, b: number | string | undefined) => {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : a === b ? 0 : 1
}

/**
 * Only values that differ at the same position define parts: a number that differs from slice to slice would split a volume. But
 * interleaved slices of two echoes are two sets, because stripes of both would be no body, and so are the stacks that a file
 * names (PS3.3 C.7.6.16.2.2).
 */
const splitBy = (by: Distinction, images: readonly Image[], stacked: number) => {
  const values = [...countBy(images, ({ distinct }) => distinct[by]).keys()] as (number | string | undefined)[]
  if (values.length < 2) return undefined
  const groups = values
    .toSorted(inOrder)
    .map((value) => ({ value, images: images.filter(({ distinct }) => distinct[by] === value) }))
  const areSets = groups.every((group) => group.images.length > 1)
  if (by === 'echo' && areSets) return groups
  if (by === 'stack' && areSets && groups.every((group) => depthOfStack(group.images) === stacked)) return groups
  return values.length <= stacked && groups.every((group) => depthOfStack(group.images) < stacked) ? groups : undefined
}

/** The first image of every position, the second of every position, and so on. */
const byRepeat = (images: readonly Image[]): Part[] => {
  const sets: Image[][] = []
  const seen = new Map<string, number>()
  for (const image of images) {
    const nth = seen.get(placeOf(image)) ?? 0
    seen.set(placeOf(image), nth + 1)
    const set = sets[nth] ?? []
    set.push(image)
    sets[nth] = set
  }
  return sets.map((set, n) => ({
    images: set,
    labels: [{ by: 'repeat', value: n + 1, at: n + 1, of: sets.length }],
  }))
}

const split = (images: readonly Image[], left: readonly Distinction[]): Part[] => {
  const stacked = depthOfStack(images)
  for (const by of left) {
    const groups = splitBy(by, images, stacked)
    if (!groups) continue
    const others = left.filter((other) => other !== by)
    return groups.flatMap((group, n) =>
      split(group.images, others).map(({ images, labels }) => ({
        images,
        labels: [
          {
            by,
            value: group.value,
            at: n + 1,
            of: groups.length,
            ...(by === 'echo' && { ms: group.images[0]?.echoMs }),
          },
          ...labels,
        ],
      })),
    )
  }
  return stacked < 2 ? [{ images, labels: [] }] : byRepeat(images)
}

/** The parts of a series, from its files' attributes: planes first, then repeated images at one position. */
export const partsOf = (images: readonly Image[]): Part[] => {
  if (images.length === 0) return []
  const shapes = byShape(images)
  // Images that all have different directions are one set of pictures to page through.
  if (shapes.length > images.length / 2 && shapes.length > 1) return [{ images, labels: [] }]
  return shapes.flatMap((shape, n) => {
    const value = shape[0]?.orientation && planeOf(shape[0].orientation)
    const plane: Label[] = shapes.length > 1 ? [{ by: 'plane', value, at: n + 1, of: shapes.length }] : []
    const parts = shape.every(({ position }) => position) ? split(shape, distinctions) : [{ images: shape, labels: [] }]
    return parts.map((part) => ({ images: part.images, labels: [...plane, ...part.labels] }))
  })
}

/** Parts that differ only in a step of time, phase or direction. */
export type PartGroup = { labels: readonly Label[]; steps: readonly Part[] }
export const groupsOf = (parts: readonly Part[]): PartGroup[] => {
  const groups = new Map<string, { labels: Label[]; steps: Part[] }>()
  for (const part of parts) {
    const labels = part.labels.filter((label) => !isStep(label))
    const key = labels.map(({ by, at }) => `${by} ${at}`).join()
    const group = groups.get(key) ?? { labels, steps: [] }
    group.steps.push(part)
    groups.set(key, group)
  }
  return [...groups.values()]
}
