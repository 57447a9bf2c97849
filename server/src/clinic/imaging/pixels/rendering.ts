import type { WindowShape } from '@fornix/contract'

/** What of a picture is asked for: a window, a frame by number from 1, and the box that it must fit into. */
export type Rendering = {
  center?: number
  width?: number
  shape?: WindowShape
  frame?: number
  viewport?: { width: number; height: number }
  type?: 'png' | 'jpeg'
  /** Whether what the file lays over its pixels is drawn; it is unless this says no. */
  hasOverlays?: boolean
  /** Of a JPEG, 1 to 100. */
  quality?: number
}
