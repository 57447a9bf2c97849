import { scene } from '../../server/test/phantoms.ts'
import type { Tags } from '../phantoms.ts'

export const [columns, rows] = [64, 48]
type Window = { center: number; width: number }

/** How the pixels of a picture are stored: what is gray, in how many bits, or in which colors. */
export type Kind = {
  name: string
  photometric: string
  bits: 8 | 12 | 16
  isSigned?: boolean
  /** Of grays. */
  window?: Window
  slope?: number
  intercept?: number
  /** Keeps clear of both ends of its range. */
  isInner?: boolean
}
export const isGray = ({ photometric }: Kind) => photometric.startsWith('MONOCHROME')

export const kinds = {
  gray: { name: 'MONOCHROME2, 12 bits', photometric: 'MONOCHROME2', bits: 12, window: { center: 1900, width: 3000 } },
  inverse: {
    name: 'MONOCHROME1, 12 bits',
    photometric: 'MONOCHROME1',
    bits: 12,
    window: { center: 2100, width: 3500 },
  },
  inner: {
    ...{ name: 'MONOCHROME2, 12 bits, off its ends', photometric: 'MONOCHROME2', bits: 12, isInner: true },
    window: { center: 1900, width: 3000 },
  },
  gray8: { name: 'MONOCHROME2, 8 bits', photometric: 'MONOCHROME2', bits: 8, window: { center: 128, width: 256 } },
  inverse8: { name: 'MONOCHROME1, 8 bits', photometric: 'MONOCHROME1', bits: 8, window: { center: 128, width: 256 } },
  signed: {
    ...{ name: 'MONOCHROME2, signed', photometric: 'MONOCHROME2', bits: 16, isSigned: true },
    ...{ slope: 2, intercept: -1000, window: { center: -2000, width: 90_000 } },
  },
  palette: { name: 'PALETTE COLOR', photometric: 'PALETTE COLOR', bits: 8 },
  rgb: { name: 'RGB', photometric: 'RGB', bits: 8 },
  ybr: { name: 'YBR_FULL', photometric: 'YBR_FULL', bits: 8 },
  half: { name: 'YBR_FULL_422', photometric: 'YBR_FULL_422', bits: 8 },
} satisfies Record<string, Kind>

const clamped = (light: number) => Math.min(1, Math.max(0, light))

/** What a pixel says, in the samples of its kind. */
const samplesAt = ({ photometric, bits, isSigned, isInner }: Kind, x: number, y: number, part: number) => {
  const whole = clamped(scene(x, y, 3 * part))
  const light = isInner ? 0.1 + 0.8 * whole : whole
  const most = 2 ** bits - 1
  if (photometric === 'RGB') return [light, 1 - light, y].map((one) => Math.round(one * most))
  // Colors that red, green and blue can show.
  if (photometric.startsWith('YBR')) return [60 + 130 * light, 98 + 60 * x, 98 + 60 * y].map(Math.round)
  return [Math.round(light * most) - (isSigned ? 2 ** (bits - 1) : 0)]
}

/** The numbers of a picture; `part` from 0 to 1 says how far it lies in its stack. */
const numbersOf = (kind: Kind, part: number) => {
  const pixels = Array.from({ length: columns * rows }, (_, n) =>
    samplesAt(kind, (n % columns) / (columns - 1), Math.floor(n / columns) / (rows - 1), part),
  )
  if (kind.photometric !== 'YBR_FULL_422') return pixels.flat()
  // Two pixels have one color (PS3.3 C.7.6.3.1.2).
  return pixels.flatMap(([light], n) => (n % 2 === 0 ? [light!, pixels[n + 1]![0]!, ...pixels[n]!.slice(1)] : []))
}

/** Red, green and blue of a picture in lights and colors, as the standard converts them (PS3.3 C.7.6.3.1.2). */
export const standardRgb = (kind: Kind, part: number) => {
  const numbers = numbersOf(kind, part)
  const isHalf = kind.photometric === 'YBR_FULL_422'
  const pixels = Array.from({ length: columns * rows }, (_, n) => {
    const at = isHalf ? 4 * (n >> 1) : 3 * n
    const light = numbers[at + (isHalf ? n & 1 : 0)]!
    const [blue = 0, red = 0] = numbers
      .slice(at + (isHalf ? 2 : 1))
      .slice(0, 2)
      .map((color) => color - 128)
    return [light + 1.402 * red, light - 0.344136 * blue - 0.714136 * red, light + 1.772 * blue]
  })
  return { width: columns, height: rows, channels: 3, data: Buffer.from(pixels.flat().map(Math.round)) }
}

/** The bytes of pictures that follow each other. */
export const bytesOf = (kind: Kind, parts: readonly number[]) => {
  const numbers = parts.flatMap((part) => numbersOf(kind, part))
  return kind.bits === 8 ? Uint8Array.from(numbers) : Uint16Array.from(numbers)
}

const paletteTags = (): Tags => {
  const rising = Uint16Array.from({ length: 256 }, (_, n) => n * 257)
  const tables = [rising, rising.toReversed(), Uint16Array.from(rising, (value) => Math.round(value ** 2 / 65_535))]
  return Object.fromEntries(
    tables.flatMap((table, n): [string, Tags[string]][] => [
      [`0028110${n + 1}`, ['US', [256, 0, 16]]],
      [`0028120${n + 1}`, ['OW', table]],
    ]),
  )
}

/** What a file says of its pixels. */
export const formTags = (kind: Kind): Tags => {
  const { photometric, bits, isSigned, slope, intercept } = kind
  const samples = /^(RGB|YBR)/.test(photometric) ? 3 : 1
  return {
    '00280002': ['US', samples],
    '00280004': ['CS', photometric],
    ...(samples === 3 && { '00280006': ['US', 0] as const }),
    '00280010': ['US', rows],
    '00280011': ['US', columns],
    '00280100': ['US', bits === 8 ? 8 : 16],
    '00280101': ['US', bits],
    '00280102': ['US', bits - 1],
    '00280103': ['US', isSigned ? 1 : 0],
    ...(slope !== undefined && { '00281052': ['DS', intercept ?? 0] as const, '00281053': ['DS', slope] as const }),
    ...(photometric === 'PALETTE COLOR' && paletteTags()),
  }
}
export const windowTags = ({ window }: Kind): Tags =>
  window ? { '00281050': ['DS', window.center], '00281051': ['DS', window.width] } : {}
