import type { WindowShape } from '@fornix/contract'

/** What is requested of a picture: a window, a frame by number from 1, and the box that it must fit into. */
export type Rendering = {
  center?: number
  width?: number
  shape?: WindowShape
  frame?: number
  viewport?: { width: number; height: number }
  type?: 'png' | 'jpeg'
  /** Whether the file's overlays are drawn; default true. */
  hasOverlays?: boolean
  /** For a JPEG, 1 to 100. */
  quality?: number
}
