import { type Image, ratioOf } from '../images.ts'
import type { Zoom } from '../use-slice-gestures.ts'
import type { Point } from './geometry.ts'

/** A picture's position in its container, in screen pixels, as the style sheet places it. */
export type Screen = { left: number; top: number; perColumn: number; perRow: number; columns: number; rows: number }
type Room = { width: number; height: number }

export const screenOf = (image: Image, zoom: Zoom, room: Room): Screen => {
  const { columns, rows } = image
  const ratio = ratioOf(image)
  const width = Math.min(room.width, room.height * ratio) * zoom.scale
  const height = width / ratio
  return {
    left: (room.width - width) / 2 + zoom.x,
    top: (room.height - height) / 2 + zoom.y,
    perColumn: width / columns,
    perRow: height / rows,
    columns,
    rows,
  }
}

export const onScreen = ({ x, y }: Point, { left, top, perColumn, perRow }: Screen): Point => ({
  x: left + x * perColumn,
  y: top + y * perRow,
})

export const within = ({ x, y }: Point, { columns, rows }: { columns: number; rows: number }): Point => ({
  x: Math.max(0, Math.min(columns, x)),
  y: Math.max(0, Math.min(rows, y)),
})

/** The position in the picture under a screen point, clamped to its edge if the point is outside. */
export const inPicture = ({ x, y }: Point, screen: Screen): Point =>
  within({ x: (x - screen.left) / screen.perColumn, y: (y - screen.top) / screen.perRow }, screen)
