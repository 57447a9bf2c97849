import { type DicomJson, numberOf } from '../../clinic/imaging/dicom/dicom-json.ts'

const [position, orientation] = ['00200032', '00200037']

export type Positions = {
  /** How many positions have images. */
  slices: number
  missing: number
  isUneven: boolean
  /** Between neighbors, in mm. */
  spacing: number
}

type Vector = readonly [number, number, number]
const numbersIn = (tags: DicomJson, tag: string, count: number) => {
  const values = (tags[tag]?.Value ?? []).map(Number)
  return values.length === count && values.every(Number.isFinite) ? values : null
}
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d]
const dot = ([a, b, c]: Vector, [d, e, f]: Vector) => a * d + b * e + c * f

/** No scanner reaches farther from its center; such a value is broken, or crafted. */
const farthestMm = 5000

/** An image's orientation, and its position along the normal in mm (PS3.3 C.7.6.2.1.1); null if it does not say. */
export const placeOf = (tags: DicomJson) => {
  const at = numbersIn(tags, position, 3)
  const sides = numbersIn(tags, orientation, 6)
  if (!at || !sides) return null
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = sides
  const [x = 0, y = 0, z = 0] = at
  const along = dot(cross([a, b, c], [d, e, f]), [x, y, z])
  return Math.abs(along) < farthestMm ? { orientation: sides.map((side) => side.toFixed(2)).join(), along } : null
}

/** The lower of two: a gap makes steps larger, never smaller. */
const lowerMedian = (sorted: number[]) => sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
const mostCommon = (counts: number[]) =>
  Number(
    Object.entries(Object.groupBy(counts, String)).toSorted(
      ([a, all = []], [b, other = []]) => other.length - all.length || Number(b) - Number(a),
    )[0]?.[0],
  )

/** Numbers closer together than this are one position: files round them. */
const nearMm = 0.02
/** More are as bad. */
const maxMissing = 9999
/** How far a step may differ from the others, as a fraction. */
const tolerance = 0.1

const countsAt = (along: number[]) => {
  const places: { at: number; images: number }[] = []
  for (const at of along.toSorted((a, b) => a - b)) {
    const last = places.at(-1)
    if (last && at - last.at < nearMm) last.images++
    else places.push({ at, images: 1 })
  }
  return places
}

const positionsAlong = (along: number[]): Positions | null => {
  const places = countsAt(along)
  // With only two slices, a missing one between them cannot be detected.
  if (places.length < 3) return null
  const steps = places.slice(1).map(({ at }, n) => at - (places[n]?.at ?? 0))
  const spacing = lowerMedian(steps.toSorted((a, b) => a - b))
  const spans = steps.map((step) => Math.max(1, Math.round(step / spacing)))
  const gaps = spans.reduce((sum, span) => sum + span - 1, 0)
  const repeats = mostCommon(places.map(({ images }) => images))
  const short = places.reduce((sum, { images }) => sum + Math.max(0, repeats - images), 0)
  return {
    slices: places.length,
    missing: Math.min(gaps * repeats + short, maxMissing),
    isUneven: steps.some((step, n) => Math.abs(step / spacing - (spans[n] ?? 1)) > tolerance),
    spacing,
  }
}

/**
 * The positions of a series' images: per orientation, then together.
 * Null if fewer than three positions are known, and for multi-frame images.
 * A missing slice at an end cannot be detected.
 */
export const positionsOf = (instances: DicomJson[]): Positions | null => {
  const places = instances
    .filter((tags) => (numberOf(tags, '00280008') ?? 1) === 1)
    .flatMap((tags) => placeOf(tags) ?? [])
  const groups = Object.values(Object.groupBy(places, (place) => place.orientation))
  const found = groups.flatMap((group = []) => positionsAlong(group.map(({ along }) => along)) ?? [])
  const [first, ...others] = found
  if (!first) return null
  return others.reduce(
    (all, one) => ({
      slices: all.slices + one.slices,
      missing: all.missing + one.missing,
      isUneven: all.isUneven || one.isUneven,
      spacing: all.spacing,
    }),
    first,
  )
}
