import { isDeep, referencesOf, type Written } from './cases.ts'
import { type Layout, viewOf } from './stacks.ts'
import type { Picture } from './writers.ts'

/** A picture as it was read from the screen: numbers per pixel, undefined where something lies over it. */
export type Read = { width: number; height: number; channels: number; data: readonly (number | undefined)[] }
export type Compared = {
  name: string
  view: string
  reference: string
  /** The greatest difference, of 255. */
  apart: number
  most: number
  pixels: number
  /** Pixels that were not seen, and how many may be hidden by the two lines of the crosshair. */
  hidden: number
  mayHide: number
  isMirrored: boolean
}

type Expected = (x: number, y: number, channel: number) => number

const differences = ({ width, height, channels, data }: Read, expected: Expected) => {
  let [sum, most, hidden] = [0, 0, 0]
  for (let n = 0; n < width * height; n++)
    for (let channel = 0; channel < channels; channel++) {
      const value = data[n * channels + channel]
      if (value === undefined) {
        hidden++
        continue
      }
      const difference = Math.abs(value - expected(n % width, Math.floor(n / width), channel))
      sum += difference
      most = Math.max(most, difference)
    }
  return { sum, most, hidden }
}

/** How far a picture is from what is expected, and whether it would be nearer if it were turned over. */
const compare = (read: Read, expected: Expected) => {
  const { width, height } = read
  const { sum, most, hidden } = differences(read, expected)
  const turned: Expected[] = [
    (x, y, channel) => expected(width - 1 - x, y, channel),
    (x, y, channel) => expected(x, height - 1 - y, channel),
    (x, y, channel) => expected(width - 1 - x, height - 1 - y, channel),
  ]
  const isMirrored = turned.some((other) => differences(read, other).sum <= sum)
  return { apart: most, pixels: width * height, hidden, isMirrored }
}

const valueIn = ({ width, channels, data }: Picture, x: number, y: number, channel: number) =>
  data[(y * width + x) * channels + (channels === 1 ? 0 : channel)]!

/** A single picture against those of the reference programs. */
export const compareSlice = (written: Written, slice: number, read: Read): Compared[] =>
  referencesOf(written, slice).map(({ name, most, picture }) => {
    if (picture.width !== read.width || picture.height !== read.height) throw new Error(`${written.name}: another size`)
    const compared = compare(read, (x, y, channel) => valueIn(picture, x, y, channel))
    return { name: written.name, view: `slice ${slice + 1}`, reference: name, most, mayHide: 0, ...compared }
  })

/** A view of a volume against the pictures that it is made of. */
export const compareView = (written: Written, layout: Layout, at: number, data: Read['data']): Compared[] => {
  const { width, height, sourceOf } = viewOf(written.stack, layout, at)
  if (data.length !== width * height) throw new Error(`${written.name}: another size`)
  const slices = new Set(
    Array.from({ length: width * height }, (_, n) => sourceOf(n % width, Math.floor(n / width))[2]),
  )
  const drawn = new Map([...slices].map((slice) => [slice, referencesOf(written, slice)]))
  const mayHide = isDeep(written.stack) ? 0 : width + height - 1
  return written.writer.references.map(({ name }, r) => {
    const compared = compare({ width, height, channels: 1, data }, (x, y) => {
      const [column, row, slice] = sourceOf(x, y)
      return valueIn(drawn.get(slice)![r]!.picture, column, row, 0)
    })
    return { name: written.name, view: `${layout} ${at + 1}`, reference: name, most: 1, mayHide, ...compared }
  })
}

/** What is too far apart, not seen, or mirrored. */
export const isWrong = ({ apart, most, hidden, mayHide, isMirrored }: Compared) =>
  !(apart <= most) || hidden > mayHide || isMirrored
