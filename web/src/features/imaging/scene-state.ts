import type { WindowShape } from '@fornix/contract'
import type { Niivue } from '@niivue/niivue'
import type { Windowing } from './images.ts'

export type Layout = 'axial' | 'coronal' | 'sagittal' | 'planes' | 'solid'
export type Vector = [right: number, front: number, top: number]
/** The crosshair's position: the voxel counted from 0, how many there are, the point in mm, and the value there. */
export type Place = { voxel: Vector; of: Vector; mm: Vector; value: number }

/** A position in mm of the scanner's own coordinates, as NIfTI counts them, or as fractions of each side of the volume. */
export type Target = { mm: readonly number[] } | { part: readonly number[] }

/** How a volume is drawn: with all its values if no window is given. */
export type Look = {
  windowing: Windowing | undefined
  windowShape: WindowShape
  isInverted: boolean
  /** Values outside the body, ignored by every window. */
  padding?: Range | undefined
}
export type Range = { least: number; most: number }

export type Listeners = {
  place: (place: Place) => void
  windowing: (windowing: Windowing) => void
  /** Like `place`, but only if the user moved there. */
  moved?: (place: Place) => void
}
export type State = {
  view: Niivue
  listeners: Listeners
  layout: Layout
  full: Windowing
  hasSolid: boolean
  isProgrammatic: boolean
  coverWindowing?: Windowing
  covered: number
  /** The opacity of segments, from 0 to 1. */
  segmentStrength: number
}

/** Changes made meanwhile do not count as the user's. */
export const withoutUserChange = (state: State, work: () => void) => {
  state.isProgrammatic = true
  try {
    work()
  } finally {
    state.isProgrammatic = false
  }
}
