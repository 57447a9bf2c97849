import type { Image } from '../images.ts'
import { channelsOf } from './color.ts'
import { pixelsOf } from './layers.ts'
import type { Segmentation } from './segments.ts'

/** The segments of a label map's frame in their colors, as a PNG that is transparent elsewhere. */
export const labelPicture = async (
  bytes: Uint8Array,
  segmentation: Segmentation,
  image: Image,
  hidden: readonly string[],
) => {
  const own = pixelsOf(bytes, segmentation, { segment: undefined, image })
  const colors = own?.segments.map(({ key, color }) => (hidden.includes(key) ? undefined : channelsOf(color)))
  const picture = new ImageData(image.columns, image.rows)
  for (let pixel = 0; pixel < image.columns * image.rows; pixel++) {
    const color = colors?.[own?.whichAt(pixel) ?? -1]
    if (color) picture.data.set([...color, 255], 4 * pixel)
  }
  const canvas = new OffscreenCanvas(image.columns, image.rows)
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
  return canvas.convertToBlob()
}
