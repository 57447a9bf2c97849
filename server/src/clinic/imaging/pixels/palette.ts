import type { DicomJson } from '../dicom/dicom-json.ts'
import { type Frame, valueOfWord } from './frame.ts'
import { tag } from './frame-tags.ts'
import { PictureRefused } from './picture-refused.ts'
import { type Table, tableOf, valueIn } from './tables.ts'

const maxEntries = 65_536

/** Expands a table's segments (PS3.3 C.7.9.2): single values, straight lines, and repeated segments. */
const unfolded = (data: ArrayLike<number>): Uint16Array => {
  const values = new Uint16Array(maxEntries)
  let [size, steps] = [0, 0]
  const add = (value: number) => {
    if (size === maxEntries) throw new PictureRefused('damaged')
    values[size++] = value
  }
  const word = (at: number) => {
    const value = data[at]
    if (value === undefined || ++steps > maxEntries * 4) throw new PictureRefused('damaged')
    return value
  }
  /** Expands this many segments, or all that follow; returns where the next one begins. */
  const run = (from: number, segments: number, mayRepeat: boolean) => {
    let at = from
    for (let n = 0; n < segments && at < data.length; n++) {
      const [kind, length] = [word(at), word(at + 1)]
      if (kind === 0) {
        for (let k = 0; k < length; k++) add(word(at + 2 + k))
        at += 2 + length
      } else if (kind === 1 && size > 0) {
        const [start, end] = [values[size - 1] ?? 0, word(at + 2)]
        for (let k = 1; k <= length; k++) add(Math.round(start + ((end - start) * k) / length))
        at += 3
      } else if (kind === 2 && mayRepeat) {
        run(word(at + 2) + word(at + 3) * maxEntries, length, false)
        at += 4
      } else if (kind === 0xffff && length === 0) return at
      else throw new PictureRefused('damaged')
    }
    return at
  }
  run(0, Number.POSITIVE_INFINITY, true)
  return values.subarray(0, size)
}

const plainTable = (tags: DicomJson, which: number, isBigEndian: boolean): Table => {
  const descriptor = tag.paletteDescriptors[which] ?? ''
  const reading = { isSigned: false, isBigEndian }
  const plain = tableOf(tags, [descriptor, tag.palettes[which] ?? ''], reading)
  if (plain) return plain
  // The length of a segmented table is known only after expanding it.
  const [count, first, bits] = tags[descriptor]?.Value ?? []
  const segments = tags[tag.segmentedPalettes[which] ?? ''] ?? { vr: 'OW' }
  const data = tableOf({ d: { vr: 'US', Value: [1, first, bits] }, s: segments }, ['d', 's'], reading)
  const entries = data && unfolded(data.entries)
  if (!data || !entries || entries.length < (Number(count) || maxEntries)) throw new PictureRefused('form')
  return { ...data, entries }
}

/** 16-bit entries whose brightness is in the upper byte; some files say 16 and mean 8. */
const bytesIn = (table: Table) => {
  const isWide = table.bits > 8 && Array.from(table.entries).some((entry) => entry > 255)
  return isWide
    ? (value: number) => valueIn(table, value) >> (table.bits - 8)
    : (value: number) => valueIn(table, value)
}

/** Red, green and blue of a frame of color numbers, 8 bits each, pixel by pixel. */
export const palettePixels = (frame: Frame, tags: DicomJson, isBigEndian: boolean): Uint8Array => {
  const { words, rows, columns } = frame
  const value = valueOfWord(frame)
  const rgb = new Uint8Array(rows * columns * 3)
  for (const which of [0, 1, 2]) {
    const byte = bytesIn(plainTable(tags, which, isBigEndian))
    for (let n = 0; n < rows * columns; n++) rgb[3 * n + which] = byte(value(words[n] ?? 0))
  }
  return rgb
}
