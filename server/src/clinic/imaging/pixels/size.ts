import { type DicomJson, numberOf } from '../dicom/dicom-json.ts'
import { tag } from './frame-tags.ts'

export type Size = { width: number; height: number }

const longest = 8192

/** A pixel's height divided by its width: from the row and column spacing, or their ratio. */
const tallness = (tags: DicomJson) => {
  for (const name of [tag.pixelSpacing, tag.imagerPixelSpacing, tag.scannedPixelSpacing, tag.pixelAspectRatio]) {
    const [down, across] = (tags[name]?.Value ?? []).map(Number)
    if (down && across && down > 0 && across > 0) return down / across
  }
  return 1
}

/** The size at which pixels have their proportions in the body; no row or column is dropped for it. */
export const shownSize = (tags: DicomJson, viewport?: Size): Size => {
  const [width, height] = [numberOf(tags, tag.columns) ?? 1, numberOf(tags, tag.rows) ?? 1]
  const ratio = tallness(tags)
  const isSquare = Math.abs(ratio - 1) < 0.001
  const whole = isSquare
    ? { width, height }
    : { width: Math.max(width, width / ratio), height: Math.max(height, height * ratio) }
  const bounds = viewport ?? { width: Math.max(width, longest), height: Math.max(height, longest) }
  const scale = Math.min(bounds.width / whole.width, bounds.height / whole.height)
  const shrunk = viewport || scale < 1 ? scale : 1
  return {
    width: Math.max(1, Math.round(whole.width * shrunk)),
    height: Math.max(1, Math.round(whole.height * shrunk)),
  }
}
