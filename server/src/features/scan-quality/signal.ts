/** Values of one image, row by row. */
export type Image = { rows: number; columns: number; values: Float64Array }

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const thresholdOf = ({ values }: Image) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The four corners, an eighth of each side: air, in an image of a head. */
const cornersOf = ({ rows, columns, values }: Image) => {
  const [high, wide] = [Math.floor(rows / 8), Math.floor(columns / 8)]
  const corner: number[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const isOutside = (row < high || row >= rows - high) && (column < wide || column >= columns - wide)
      if (isOutside) corner.push(values[row * columns + column] ?? 0)
    }
  return corner
}

/** The ratio for Rayleigh noise, which magnitude images have in air: its standard deviation by that of the noise in the signal. */
const rayleigh = 0.655

/**
 * Signal-to-noise ratio of one magnitude image, from the air around the object: 0.655 times the mean of the object over the standard
 * deviation of the air (NEMA MS 1, method 4; Dietrich et al., J Magn Reson Imaging 2007;26:375-385).
 * The object is what is brighter than the mean of the image.
 * A number to compare with others of the same scanner: parallel imaging and filters change it.
 * Null if the air was set to one value or the object reaches the corners.
 */
export const signalToNoise = (image: Image): number | null => {
  const threshold = thresholdOf(image)
  const corners = cornersOf(image)
  const air = corners.filter((value) => value <= threshold)
  if (air.length < 32 || air.length < corners.length * 0.9) return null
  const mean = meanOf(air)
  const deviation = Math.sqrt(meanOf(air.map((value) => (value - mean) ** 2)))
  const signal = [...image.values.filter((value) => value > threshold)]
  return deviation > 0 && signal.length > 0 ? (rayleigh * meanOf(signal)) / deviation : null
}

/** In pixels. */
export type Center = { x: number; y: number }

/** The center of what is brighter than the mean; null for an image with one value. */
export const centerOf = (image: Image): Center | null => {
  const { columns, values } = image
  const threshold = thresholdOf(image)
  let [sum, x, y] = [0, 0, 0]
  values.forEach((value, n) => {
    if (value <= threshold) return
    sum += value
    x += value * (n % columns)
    y += value * Math.floor(n / columns)
  })
  return sum > 0 ? { x: x / sum, y: y / sum } : null
}

/** The largest distance of the centers in repeats of one slice from the first one, in mm; `spacing` is between rows and between columns. */
export const motionOf = (centers: Center[], [between, along]: readonly [number, number]): number | null => {
  const [first, ...others] = centers
  if (!first || others.length === 0) return null
  return Math.max(...others.map(({ x, y }) => Math.hypot((x - first.x) * along, (y - first.y) * between)))
}
