import { type Frame, valueOfWord } from './frame.ts'
import { PictureRefused } from './picture-refused.ts'

type WordIn = (pixel: number, sample: number) => number

/**
 * Samples are stored pixel by pixel, or plane by plane; in YBR_FULL_422 two pixels are four words: both luminances, then their shared
 * color.
 */
const wordIn = ({ words, rows, columns, isPlanar, color }: Frame): WordIn => {
  const count = rows * columns
  if (color === 'YBR_FULL_422')
    return (pixel, sample) => words[4 * (pixel >> 1) + (sample === 0 ? pixel & 1 : sample + 1)] ?? 0
  return isPlanar
    ? (pixel, sample) => words[sample * count + pixel] ?? 0
    : (pixel, sample) => words[3 * pixel + sample] ?? 0
}

/** Red, green and blue of a frame of three samples, 8 bits each, pixel by pixel. */
export const colorPixels = (frame: Frame): Uint8Array => {
  const { rows, columns, color, stored } = frame
  const isRgb = color === 'RGB'
  if (!isRgb && !/^YBR_FULL(_422)?$/.test(color)) throw new PictureRefused('form')
  const [word, value] = [wordIn(frame), valueOfWord({ ...frame, isSigned: false })]
  const scale = 255 / (2 ** stored - 1)
  const byte: WordIn = (pixel, sample) => value(word(pixel, sample)) * scale
  const rgb = new Uint8ClampedArray(rows * columns * 3)
  for (let n = 0; n < rows * columns; n++) {
    const [first, second, third] = [byte(n, 0), byte(n, 1), byte(n, 2)]
    const [blue, red] = isRgb ? [0, 0] : [second - 128, third - 128]
    // PS3.3 C.7.6.3.1.2
    rgb[3 * n] = first + 1.402 * red
    rgb[3 * n + 1] = isRgb ? second : first - 0.344136 * blue - 0.714136 * red
    rgb[3 * n + 2] = isRgb ? third : first + 1.772 * blue
  }
  return new Uint8Array(rgb.buffer)
}
