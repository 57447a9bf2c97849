import { uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { fileOf, grayTags } from './phantoms.ts'

type Point = readonly [x: number, y: number, z: number]
/** A made-up head in mm towards the left, the back and the head: a bright ball at the left, others that no side has twice. */
const parts: readonly [middle: Point, radii: Point, value: number][] = [
  [[0, 0, 0], [70, 84, 60], 300],
  [[36, -6, 14], [16, 16, 16], 1000],
  [[-6, -52, -10], [14, 12, 16], 600],
  [[-30, 36, -14], [12, 20, 12], 800],
  [[-8, 8, 28], [22, 9, 9], 80],
]
const valueAt = (point: Point) =>
  parts.reduce((value, [middle, radii, own]) => {
    const far = Math.hypot(...point.map((one, n) => (one - (middle[n] ?? 0)) / (radii[n] ?? 1)))
    const inside = Math.max(0, Math.min(1, 0.5 - ((far - 1) * Math.min(...radii)) / 4))
    return value + (own - value) * inside
  }, 0)

/** How the head was moved for the second day: so many mm, after a turn about the axis from feet to head. */
export const moved = { mm: [6, -4, 8] as const, degrees: 8 }
const before = ([x, y, z]: Point): Point => {
  const angle = (moved.degrees * Math.PI) / 180
  const [a, b, c] = [x - moved.mm[0], y - moved.mm[1], z - moved.mm[2]]
  return [Math.cos(angle) * a + Math.sin(angle) * b, Math.cos(angle) * b - Math.sin(angle) * a, c]
}

type Series = {
  name: string
  frame: string
  pixel: number
  gap: number
  slices: number
  first: number
  place?: (point: Point) => Point
}
const side = 64

const filesOf = (patient: { id: string; name: string }, day: string, all: readonly Series[]) => {
  const studyUid = uidOf('compared', patient.id, day)
  const files = all.flatMap(({ name, frame, pixel, gap, slices, first, place = (point) => point }, s) =>
    Array.from({ length: slices }, (_, n) => {
      const corner = (-pixel * (side - 1)) / 2
      const z = first + gap * n
      const pixels = Uint16Array.from({ length: side * side }, (_, at) =>
        valueAt(place([corner + pixel * (at % side), corner + pixel * Math.floor(at / side), z])),
      )
      return fileOf({
        ...grayTags(),
        '00080018': ['UI', uidOf('compared', patient.id, day, s, n)],
        '00080020': ['DA', day],
        '00080030': ['TM', '081500'],
        '00081030': ['LO', 'Brain MRI'],
        '0008103E': ['LO', name],
        '00100010': ['PN', patient.name],
        '00100020': ['LO', patient.id],
        '00100030': ['DA', ''],
        '0020000D': ['UI', studyUid],
        '0020000E': ['UI', uidOf('compared', patient.id, day, s)],
        '00200011': ['IS', s + 1],
        '00200013': ['IS', n + 1],
        '00200032': ['DS', [corner, corner, z]],
        '00200052': ['UI', uidOf('frame', patient.id, frame)],
        '00280010': ['US', side],
        '00280011': ['US', side],
        '00280030': ['DS', [pixel, pixel]],
        '00180050': ['DS', Math.abs(gap)],
        '7FE00010': ['OW', pixels],
      })
    }),
  )
  return { studyUid, files }
}

/**
 * Two days of one head: on the first in two grids of one frame of reference, counted from either end; on the second moved in another frame.
 */
export const comparedStudies = (patient: { id: string; name: string }) => ({
  first: filesOf(patient, '20260301', [
    { name: 'Thick', frame: 'one', pixel: 3, gap: 6, slices: 24, first: -69 },
    { name: 'Thin', frame: 'one', pixel: 2.8, gap: -4, slices: 38, first: 77 },
  ]),
  second: filesOf(patient, '20261020', [
    { name: 'Thick', frame: 'two', pixel: 3, gap: 5, slices: 30, first: -70, place: before },
  ]),
})
