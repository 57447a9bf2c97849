import { buffer } from 'node:stream/consumers'
import type { Chain, ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { onlyPart } from '../../clinic/imaging/archive/only-part.ts'
import { type DicomJson, numberOf } from '../../clinic/imaging/dicom/dicom-json.ts'
import { nativeFrame, valueOfWord } from '../../clinic/imaging/pixels/frame.ts'
import { frameTags, sizeOf, tag } from '../../clinic/imaging/pixels/frame-tags.ts'
import { PictureRefused } from '../../clinic/imaging/pixels/picture-refused.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Image } from './signal.ts'

/** Slices of a head have no more, and reading larger ones would hold up everybody else. */
const maxPixels = 512 * 512

const valuesOf = (tags: DicomJson, bytes: Buffer): Image => {
  const frame = nativeFrame(tags, bytes)
  const { rows, columns } = frame
  const valueIn = valueOfWord(frame)
  const [slope, intercept] = [numberOf(tags, tag.slope) ?? 1, numberOf(tags, tag.intercept) ?? 0]
  const values = Float64Array.from(
    { length: rows * columns },
    (_, n) => valueIn(frame.words[n] ?? 0) * slope + intercept,
  )
  return { rows, columns, values }
}

/** The values of one frame of a gray image, rescaled; null if it cannot be decoded, is colored, or is too large. */
export const readImage = async (
  archive: ImagingArchive,
  scope: Scope,
  chain: Required<Chain>,
  number: number,
): Promise<Image | null> => {
  const [all] = (await archive.metadata(scope, chain, '')) ?? []
  if (!all) return null
  const tags = frameTags(all, number)
  const { rows, columns, samples } = sizeOf(tags)
  if (samples !== 1 || rows * columns === 0 || rows * columns > maxPixels) return null
  try {
    const frames = await archive.frames(scope, chain, [number], undefined, true)
    return frames && valuesOf(tags, await buffer(onlyPart(frames)))
  } catch (error) {
    if (error instanceof PictureRefused) return null
    throw error
  }
}
