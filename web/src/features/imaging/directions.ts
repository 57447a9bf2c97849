export type Vector = readonly [number, number, number]
/** The directions of an image's rows and columns, as unit vectors towards the patient's left, back and head. */
export type Orientation = { row: Vector; column: Vector }
export type Plane = 'axial' | 'coronal' | 'sagittal'

const letters = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const
export type Side = (typeof letters)[number][number]
const planes = ['sagittal', 'coronal', 'axial'] as const

export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]
export const lengthOf = (vector: Vector) => Math.hypot(...vector)
/** Applies a function to each component. */
export const each = ([a, b, c]: Vector, change: (one: number, axis: number) => number): Vector => [
  change(a, 0),
  change(b, 1),
  change(c, 2),
]
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

const tolerance = 1e-2
/** The six direction cosines of a file; undefined unless they are two directions at a right angle. */
export const orientationOf = (cosines: readonly number[] | undefined): Orientation | undefined => {
  const [a = 0, b = 0, c = 0, x = 0, y = 0, z = 0] = cosines ?? []
  const [row, column]: [Vector, Vector] = [
    [a, b, c],
    [x, y, z],
  ]
  const isSound = [lengthOf(row) - 1, lengthOf(column) - 1, dot(row, column)].every((off) => Math.abs(off) < tolerance)
  return isSound ? { row, column } : undefined
}

export const normalOf = ({ row, column }: Orientation) => cross(row, column)
export const isSameOrientation = (a: Orientation, b: Orientation) =>
  lengthOf(minus(a.row, b.row)) < tolerance && lengthOf(minus(a.column, b.column)) < tolerance

type Axis = 0 | 1 | 2
const mainAxis = (vector: Vector): Axis =>
  ([0, 1, 2] as const).reduce<Axis>((most, axis) => (Math.abs(vector[axis]) > Math.abs(vector[most]) ? axis : most), 0)

/** The side of the patient towards which a direction runs (PS3.3 C.7.6.2.1.1), and the one that it comes from. */
const sidesOf = (vector: Vector) => {
  const axis = mainAxis(vector)
  const [positive, negative] = letters[axis]
  return vector[axis] > 0 ? { to: positive, from: negative } : { to: negative, from: positive }
}

export type Edges = Record<'left' | 'right' | 'top' | 'bottom', string>
export const edgesOf = ({ row, column }: Orientation): Edges => {
  const [across, down] = [sidesOf(row), sidesOf(column)]
  return { left: across.from, right: across.to, top: down.from, bottom: down.to }
}

const opposites: ReadonlyMap<string, string> = new Map(
  letters.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
)
/**
 * Letters of the sides towards which rows and columns run; with several, the first is the nearest (Patient Orientation, PS3.3 C.7.6.1.1.1).
 */
export const wordedEdges = ([across = '', down = '']: readonly string[]): Edges | undefined => {
  const opposite = (words: string) => [...words].map((letter) => opposites.get(letter) ?? '').join('')
  const [from, above] = [opposite(across), opposite(down)]
  if (from.length !== across.length || above.length !== down.length || !from || !above) return undefined
  return { left: from, right: across, top: above, bottom: down }
}

/** The side of the patient from which an image is viewed. */
export const viewpointOf = (orientation: Orientation) => sidesOf(normalOf(orientation)).from

export const planeOf = (orientation: Orientation): Plane => planes[mainAxis(normalOf(orientation))]

/** By how many degrees the image is tilted from the axes of the body. */
export const tiltOf = (orientation: Orientation) => {
  const nearest = [orientation.row, orientation.column, normalOf(orientation)].map((vector) =>
    Math.min(1, Math.abs(vector[mainAxis(vector)])),
  )
  return Math.round((Math.acos(Math.min(...nearest)) * 180) / Math.PI)
}

/** An image's position along the slice direction, counted towards the left, the back or the head. */
export const depthOf = (orientation: Orientation, position: Vector) => {
  const normal = normalOf(orientation)
  return dot(normal, position) * Math.sign(normal[mainAxis(normal)])
}

const inMm = (towards: string, away: string, mm: number) => `${mm < 0 ? away : towards} ${Math.abs(mm).toFixed(1)} mm`

/** `H 30.0 mm`: 30 mm towards the head from the origin of the scanner's coordinates. */
export const depthText = (orientation: Orientation, position: Vector) => {
  const [towards, away] = letters[mainAxis(normalOf(orientation))]
  return inMm(towards, away, depthOf(orientation, position))
}

/** A point in NIfTI coordinates, towards the right, the front and the head, with the letters of the views. */
export const pointText = ([right, front, up]: Vector) =>
  [inMm('R', 'L', right), inMm('A', 'P', front), inMm('S', 'I', up)].join(', ')
