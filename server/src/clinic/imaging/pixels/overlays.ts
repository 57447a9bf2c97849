import type { DicomJson } from '../dicom/dicom-json.ts'
import { type Frame, wordsOver } from './frame.ts'
import { overlaysIn } from './frame-tags.ts'
import { bytesOf } from './tables.ts'

/** In a file without value representations, they are bytes. */
const numbersOf = (element: DicomJson[string] | undefined): number[] => {
  const bytes = element && bytesOf(element)
  return bytes ? [...wordsOver(Int16Array, bytes)] : (element?.Value ?? []).map(Number)
}
const countOf = (element: DicomJson[string] | undefined) => {
  const bytes = element && bytesOf(element)
  const count = Number(bytes ? bytes.toString('latin1') : element?.Value?.[0])
  return Number.isInteger(count) && count > 0 ? count : undefined
}

type Overlay = { rows: number; columns: number; top: number; left: number; isSet: (pixel: number) => boolean }

const planeBits = (element: DicomJson[string], from: number, isBigEndian: boolean) => {
  const bytes = bytesOf(element)
  if (!bytes) return undefined
  const isSwapped = isBigEndian && element.vr === 'OW' && bytes.length % 2 === 0
  const bits = isSwapped ? Buffer.from(bytes).swap16() : bytes
  return (pixel: number) => (((bits[(from + pixel) >> 3] ?? 0) >> ((from + pixel) & 7)) & 1) === 1
}

/** Bits that old files store above or below those of the values. */
const embeddedBits = ({ words, stored, shift }: Frame, position: number) => {
  const isBeside = position < shift || position >= shift + stored
  if (words instanceof Float32Array || words instanceof Float64Array || !isBeside) return undefined
  return (pixel: number) => (((words[pixel] ?? 0) >>> position) & 1) === 1
}

const overlayOf = (group: string, tags: DicomJson, frame: Frame, number: number, isBigEndian: boolean) => {
  const [rows = 0] = numbersOf(tags[`${group}0010`])
  const [columns = 0] = numbersOf(tags[`${group}0011`])
  const [top = 1, left = 1] = numbersOf(tags[`${group}0050`])
  const count = countOf(tags[`${group}0015`])
  const [first] = numbersOf(tags[`${group}0051`])
  // An overlay that names no frames is on all of them.
  const nth = count === undefined && first === undefined ? 0 : number - (first ?? 1)
  if (nth < 0 || nth >= (count ?? 1) || rows < 1 || columns < 1) return []
  const data = tags[`${group}3000`]
  const [position = 0] = numbersOf(tags[`${group}0102`])
  const isSet = data ? planeBits(data, nth * rows * columns, isBigEndian) : embeddedBits(frame, position)
  return isSet ? [{ rows, columns, top: top - 1, left: left - 1, isSet }] : []
}

/** The lines and letters that a file lays over a frame. */
const overlaysOf = (tags: DicomJson, frame: Frame, number: number, isBigEndian: boolean): Overlay[] => {
  const groups = new Set(overlaysIn(tags).map((name) => name.slice(0, 4)))
  return [...groups].flatMap((group) => overlayOf(group, tags, frame, number, isBigEndian))
}

/** Draws them in white into a frame's picture, as dcmtk does. */
export const drawOverlays = (
  { width, height, channels, data }: { width: number; height: number; channels: number; data: Uint8Array },
  tags: DicomJson,
  frame: Frame,
  { number, isBigEndian }: { number: number; isBigEndian: boolean },
) => {
  for (const { rows, columns, top, left, isSet } of overlaysOf(tags, frame, number, isBigEndian))
    for (let row = Math.max(0, -top); row < Math.min(rows, height - top); row++)
      for (let column = Math.max(0, -left); column < Math.min(columns, width - left); column++)
        if (isSet(row * columns + column)) {
          const at = ((row + top) * width + column + left) * channels
          data.fill(255, at, at + channels)
        }
}
