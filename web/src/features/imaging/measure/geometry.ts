/** A position in a picture, in columns and rows from its upper left corner: the middle of the first pixel is at 0.5, 0.5. */
export type Point = { x: number; y: number }
export type PixelSize = { height: number; width: number }

const leg = (from: Point, to: Point, { height, width }: PixelSize): Point => ({
  x: (to.x - from.x) * width,
  y: (to.y - from.y) * height,
})

export const lengthBetween = (a: Point, b: Point, pixel: PixelSize) => {
  const { x, y } = leg(a, b, pixel)
  return Math.hypot(x, y)
}

/** The angle in degrees between two legs, from 0 to 180; undefined if a leg has no length. */
export const angleBetween = (end: Point, corner: Point, other: Point, pixel: PixelSize) => {
  const [a, b] = [leg(corner, end, pixel), leg(corner, other, pixel)]
  if (Math.hypot(a.x, a.y) === 0 || Math.hypot(b.x, b.y) === 0) return undefined
  return (Math.atan2(Math.abs(a.x * b.y - a.y * b.x), a.x * b.x + a.y * b.y) * 180) / Math.PI
}

export type Ellipse = { center: Point; across: number; down: number }
/** The ellipse inside the box between two opposite corners, in any order. */
export const ellipseIn = (a: Point, b: Point): Ellipse => ({
  center: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  across: Math.abs(a.x - b.x) / 2,
  down: Math.abs(a.y - b.y) / 2,
})

export const areaOf = ({ across, down }: Ellipse, { height, width }: PixelSize) =>
  Math.PI * across * width * down * height

/** The pixel at a position; at the right and lower edge the last one. */
export const pixelAt = ({ x, y }: Point, { rows, columns }: { rows: number; columns: number }) => ({
  column: Math.min(columns - 1, Math.floor(x)),
  row: Math.min(rows - 1, Math.floor(y)),
})

/** The pixels whose middle is inside the ellipse, row by row. */
export function* pixelsIn({ center, across, down }: Ellipse, { rows, columns }: { rows: number; columns: number }) {
  if (across === 0 || down === 0) return
  const lastRow = Math.min(rows - 1, Math.floor(center.y + down))
  const lastColumn = Math.min(columns - 1, Math.floor(center.x + across))
  for (let row = Math.max(0, Math.floor(center.y - down)); row <= lastRow; row++)
    for (let column = Math.max(0, Math.floor(center.x - across)); column <= lastColumn; column++) {
      const [x, y] = [(column + 0.5 - center.x) / across, (row + 0.5 - center.y) / down]
      if (x * x + y * y <= 1) yield { column, row }
    }
}

export type Statistics = { count: number; mean: number; deviation: number; least: number; most: number }
/** Over all values of a region, so this is the population deviation: divided by their number. */
export const statisticsOf = (values: readonly number[]): Statistics | undefined => {
  const count = values.length
  if (count === 0) return undefined
  let [sum, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    sum += value
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  const mean = sum / count
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0)
  return { count, mean, deviation: Math.sqrt(squares / count), least, most }
}
