import type { WindowShape } from '@fornix/contract'
import type { Niivue } from '@niivue/niivue'
import type { Windowing } from './images.ts'

export type Layout = 'axial' | 'coronal' | 'sagittal' | 'planes' | 'solid'
export type Vector = [right: number, front: number, top: number]
/** Where the crosshair is: the voxel counted from 0, how many there are, the point in mm, and the value there. */
export type Place = { voxel: Vector; of: Vector; mm: Vector; value: number }

/** A place in mm of the scanner's own coordinates, as NIfTI counts them, or in parts of each side of the volume. */
export type Target = { mm: readonly number[] } | { part: readonly number[] }

/** How a volume is drawn: all its values where no window is given. */
export type Look = {
  windowing: Windowing | undefined
  windowShape: WindowShape
  isInverted: boolean
  /** Values that stand for no body, which count for no window. */
  padding?: Range | undefined
}
export type Range = { least: number; most: number }

export type Listeners = {
  place: (place: Place) => void
  windowing: (windowing: Windowing) => void
  /** As `place`, but only when the person went there. */
  moved?: (place: Place) => void
}
export type State = {
  view: Niivue
  listeners: Listeners
  layout: Layout
  full: Windowing
  hasSolid: boolean
  isLed: boolean
  coverWindowing?: Windowing
  covered: number
  /** How strongly segments are drawn, from 0 to 1. */
  segmentStrength: number
}

/** What happens meanwhile is not what the person did. */
export const led = (state: State, work: () => void) => {
  state.isLed = true
  try {
    work()
  } finally {
    state.isLed = false
  }
}
