import { type DicomJson, numberOf, textOf } from '../dicom/dicom-json.ts'
import { type Frame, valueOfWord } from './frame.ts'
import { itemOf, tag } from './frame-tags.ts'
import type { Rendering } from './rendering.ts'
import { shadesOf, valueIn } from './tables.ts'
import { spanned, windowed } from './window.ts'

type Meaning = (word: number) => number

/** The meaning of a stored value: by a table, or rescaled (PS3.3 C.11.1). */
const modalityOf = (tags: DicomJson, reading: { isSigned: boolean; isBigEndian: boolean }): Meaning => {
  const item = itemOf(tags, tag.modalityTable)
  const table = item && shadesOf(item, reading)
  if (table) return (value) => valueIn(table, value)
  const [slope, intercept] = [numberOf(tags, tag.slope) ?? 1, numberOf(tags, tag.intercept) ?? 0]
  return (value) => value * slope + intercept
}

/** Padding around the body does not count for contrast (PS3.3 C.7.5.1.1.2). */
const paddingOf = (tags: DicomJson, { stored, isSigned }: Frame) => {
  // Some files write a signed word's number without its sign.
  const given = [numberOf(tags, tag.padding), numberOf(tags, tag.paddingLimit)]
  const signed = given.map((value) =>
    isSigned && value !== undefined && value >= 2 ** (stored - 1) ? value - 2 ** stored : value,
  )
  const [one, other = one] = signed
  return one === undefined || other === undefined
    ? () => false
    : (value: number) => value >= Math.min(one, other) && value <= Math.max(one, other)
}

const spanOf = (frame: Frame, tags: DicomJson, modality: Meaning) => {
  const value = valueOfWord(frame)
  const isPadding = paddingOf(tags, frame)
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const word of frame.words) {
    const stored = value(word)
    const meant = modality(stored)
    if (isPadding(stored) || !Number.isFinite(meant)) continue
    if (meant < least) least = meant
    if (meant > greatest) greatest = meant
  }
  return spanned(least, greatest)
}

const isInverted = (tags: DicomJson) =>
  // Both say the same of one image (PS3.3 C.8.11.3.1.2), which must not be inverted twice.
  textOf(tags, tag.color) === 'MONOCHROME1' || textOf(tags, tag.presentationShape) === 'INVERSE'

/** Each pixel of a one-sample frame as an 8-bit shade. */
export const grayPixels = (frame: Frame, tags: DicomJson, rendering: Rendering, isBigEndian: boolean): Uint8Array => {
  const { words } = frame
  const reading = { isSigned: frame.isSigned, isBigEndian }
  const value = valueOfWord(frame)
  const modality = modalityOf(tags, reading)
  const shade = windowed(tags, rendering, reading) ?? spanOf(frame, tags, modality)
  const [black, white] = isInverted(tags) ? [255, 0] : [0, 255]
  const shown: Meaning = (word) => {
    const share = Math.min(1, Math.max(0, shade(modality(value(word)))))
    return Math.round(black + share * (white - black))
  }
  const pixels = new Uint8Array(frame.rows * frame.columns)
  const variety = 2 ** (words.BYTES_PER_ELEMENT * 8)
  // There are fewer values than pixels: each is computed once.
  if (words.BYTES_PER_ELEMENT <= 2 && variety < pixels.length) {
    const shades = Uint8Array.from({ length: variety }, (_, word) => shown(word))
    for (let n = 0; n < pixels.length; n++) pixels[n] = shades[words[n] ?? 0] ?? 0
  } else for (let n = 0; n < pixels.length; n++) pixels[n] = shown(words[n] ?? 0)
  return pixels
}
