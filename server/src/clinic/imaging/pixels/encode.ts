import sharp from 'sharp'
import type { Rendering } from './rendering.ts'
import type { Size } from './size.ts'

type Pixels = Size & { data: Uint8Array; channels: 1 | 3 }

/** A picture of 8 bits in the form that is asked for, drawn in the size in which it is to be seen. */
export const encodePicture = (
  { data, width, height, channels }: Pixels,
  shown: Size,
  { type = 'png', quality = 90 }: Rendering,
): Promise<Buffer> => {
  const pixels = sharp(data, { raw: { width, height, channels } })
  const isSized = shown.width === width && shown.height === height
  // Between two pixels lies nothing brighter or darker than they are.
  const sized = isSized ? pixels : pixels.resize({ ...shown, fit: 'fill', kernel: 'linear' })
  const toned = channels === 1 ? sized.toColourspace('b-w') : sized
  return type === 'jpeg'
    ? toned.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
    : toned.png({ compressionLevel: 3 }).toBuffer()
}
