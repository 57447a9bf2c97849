import { dot, normalOf, type Vector } from '../../web/src/features/imaging/directions.ts'
import type { Tags } from '../phantoms.ts'
import { bytesOf, columns, formTags, isGray, type Kind, rows, windowTags } from './kinds.ts'

/** Cubes, so that every plane of a volume is drawn in whole pixels. */
const side = 4

const turned = (around: number, forward: number): Vector[] => {
  const [c, s, cf, sf] = [Math.cos(around), Math.sin(around), Math.cos(forward), Math.sin(forward)]
  return [
    [c, s, 0],
    [-s * cf, c * cf, sf],
  ]
}
/** Where rows and columns run, towards the left, the back and the head. */
const directions: Record<string, readonly Vector[]> = {
  axial: [
    [1, 0, 0],
    [0, 1, 0],
  ],
  'axial, face down': [
    [-1, 0, 0],
    [0, -1, 0],
  ],
  coronal: [
    [1, 0, 0],
    [0, 0, -1],
  ],
  sagittal: [
    [0, 1, 0],
    [0, 0, -1],
  ],
  oblique: turned(Math.PI / 12, Math.PI / 9),
}
export type Plane = keyof typeof directions
export const planes = Object.keys(directions)

/** One file a slice, several frames that are no slices of a body, or all slices in one file. */
export type FrameType = 'single' | 'multi' | 'enhanced'
export type Stack = { plane: Plane; frames: FrameType; kind: Kind; slices: number }

/** The directions of columns, rows and slices. */
const axesOf = ({ plane }: Pick<Stack, 'plane'>): [Vector, Vector, Vector] => {
  const [row, column] = directions[plane] as [Vector, Vector]
  return [row, column, normalOf({ row, column })]
}
/** A number has 16 characters at most (PS3.5 6.2). */
const numbers = (all: readonly number[]): Tags[string] => ['DS', all.map((one) => Number(one.toFixed(6)))]
const orientationTags = (stack: Stack): Tags => ({ '00200037': numbers(axesOf(stack).slice(0, 2).flat()) })
/** The middle of the stack is that of the scanner's coordinates: the viewer makes a volume smaller towards there. */
const positionTags = (stack: Stack, slice: number): Tags => {
  const sizes = [columns, rows, stack.slices]
  const axes = axesOf(stack)
  const place = ([0, 1, 2] as const).map((axis) =>
    axes.reduce((sum, direction, n) => sum + direction[axis] * side * ((n === 2 ? slice : 0) - (sizes[n]! - 1) / 2), 0),
  )
  return { '00200032': numbers(place) }
}

const storage = '1.2.840.10008.5.1.4.1.1'
const classOf = ({ frames, kind }: Stack) => {
  if (frames === 'multi') return `${storage}.7.${isGray(kind) ? (kind.bits === 8 ? 2 : 3) : 4}`
  if (frames === 'enhanced') return `${storage}.4.${isGray(kind) ? 1 : 3}`
  return `${storage}.${kind.isSigned ? 2 : 4}`
}

/** The files of a stack, without what names them. */
export const filesOf = (stack: Stack): Tags[] => {
  const { kind, frames, slices } = stack
  const all = Array.from({ length: slices }, (_, slice) => slice)
  const pixels = (...shown: number[]): Tags => ({
    '7FE00010': [
      kind.bits === 8 ? 'OB' : 'OW',
      bytesOf(
        kind,
        shown.map((slice) => slice / slices),
      ),
    ],
  })
  const common: Tags = { '00080016': ['UI', classOf(stack)], '00080060': ['CS', 'MR'], ...formTags(kind) }
  const spacing: Tags = { '00280030': ['DS', [side, side]], '00180050': ['DS', side] }
  if (frames === 'single')
    return all.map((slice) => ({
      ...{ ...common, ...spacing, ...windowTags(kind), ...orientationTags(stack), ...positionTags(stack, slice) },
      ...pixels(slice),
    }))
  const whole: Tags = { ...common, '00280008': ['IS', slices], ...pixels(...all) }
  if (frames === 'multi') return [{ ...whole, ...windowTags(kind) }]
  const shared: Tags = {
    '00209116': ['SQ', [orientationTags(stack)]],
    '00289110': ['SQ', [spacing]],
    ...(kind.window && { '00289132': ['SQ', [windowTags(kind)]] as const }),
  }
  const places = all.map((slice): Tags => ({ '00209113': ['SQ', [positionTags(stack, slice)]] }))
  return [{ ...whole, '52009229': ['SQ', [shared]], '52009230': ['SQ', places] }]
}

export type Layout = 'axial' | 'coronal' | 'sagittal'
/** How the axes of the body, towards the right, the front and the head, lie on the screen: as radiologists look at it. */
const screens: Record<Layout, { across: 0 | 1 | 2; isAcrossTurned: boolean; down: 1 | 2; through: 0 | 1 | 2 }> = {
  axial: { across: 0, isAcrossTurned: true, down: 1, through: 2 },
  coronal: { across: 0, isAcrossTurned: true, down: 2, through: 1 },
  sagittal: { across: 1, isAcrossTurned: false, down: 2, through: 0 },
}

/** For each axis of the body the nearest one of the stack, and whether it runs the other way. */
const bodyAxes = (stack: Stack) => {
  const axes = axesOf(stack)
  const body: Vector[] = [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ]
  return body.map((direction) => {
    const along = axes.map((axis) => dot(axis, direction))
    const of = along.reduce((best, one, n) => (Math.abs(one) > Math.abs(along[best]!) ? n : best), 0)
    return { of, isTurned: along[of]! < 0, count: [columns, rows, stack.slices][of]! }
  })
}

/** Which column, row and slice of the files each pixel of a view shows, when the view lies at this number of its axis. */
export const viewOf = (stack: Stack, layout: Layout, at: number) => {
  const body = bodyAxes(stack)
  const { across, isAcrossTurned, down, through } = screens[layout]
  const [width, height] = [body[across]!.count, body[down]!.count]
  const fileIndex = (axis: 0 | 1 | 2, n: number) => {
    const { of, isTurned, count } = body[axis]!
    return [of, isTurned ? count - 1 - n : n] as const
  }
  const sourceOf = (x: number, y: number) => {
    const found: [column: number, row: number, slice: number] = [0, 0, 0]
    for (const [axis, n] of [
      [across, isAcrossTurned ? width - 1 - x : x],
      [down, height - 1 - y],
      [through, at],
    ] as const) {
      const [of, index] = fileIndex(axis, n)
      found[of] = index
    }
    return found
  }
  return { width, height, sourceOf }
}
/** The view that shows the pictures as they were taken. */
export const ownLayout = (stack: Stack): Layout => {
  const through = bodyAxes(stack).findIndex(({ of }) => of === 2)
  return (['sagittal', 'coronal', 'axial'] as const)[through]!
}
