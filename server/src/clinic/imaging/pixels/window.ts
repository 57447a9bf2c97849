import { lightOf, windowShapeOf } from '@fornix/contract'
import { type DicomJson, numberOf, textOf } from '../dicom/dicom-json.ts'
import { itemOf, tag } from './frame-tags.ts'
import type { Rendering } from './rendering.ts'
import { shadesOf, valueIn } from './tables.ts'

/** From 0 to 1, or beyond on either side. */
type Shade = (value: number) => number

/** Through the requested window, else the file's first one, else its table. */
export const windowed = (
  tags: DicomJson,
  { center, width, shape }: Rendering,
  reading: { isSigned: boolean; isBigEndian: boolean },
): Shade | undefined => {
  const middle = center ?? numberOf(tags, tag.windowCenter)
  const range = width ?? numberOf(tags, tag.windowWidth)
  if (middle !== undefined && range !== undefined && range > 0)
    return lightOf(shape ?? windowShapeOf(textOf(tags, tag.windowShape) ?? ''), middle, range)
  const item = itemOf(tags, tag.windowTable)
  const table = item && shadesOf(item, reading)
  return table && ((value) => valueIn(table, value) / (2 ** table.bits - 1))
}

/** Without a window: from the least to the greatest value; black if all are the same. */
export const spanned = (least: number, greatest: number): Shade =>
  greatest > least ? (value) => (value - least) / (greatest - least) : () => 0
