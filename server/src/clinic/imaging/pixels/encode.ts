import sharp from 'sharp'
import type { Rendering } from './rendering.ts'
import type { Size } from './size.ts'

type Pixels = Size & { data: Uint8Array; channels: 1 | 3 }

/** An 8-bit picture in the requested format, at its display size. */
export const encodePicture = (
  { data, width, height, channels }: Pixels,
  shown: Size,
  { type = 'png', quality = 90 }: Rendering,
): Promise<Buffer> => {
  const pixels = sharp(data, { raw: { width, height, channels } })
  const isSized = shown.width === width && shown.height === height
  // Interpolated pixels are never brighter or darker than their neighbors.
  const sized = isSized ? pixels : pixels.resize({ ...shown, fit: 'fill', kernel: 'linear' })
  const toned = channels === 1 ? sized.toColourspace('b-w') : sized
  return type === 'jpeg'
    ? toned.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
    : toned.png({ compressionLevel: 3 }).toBuffer()
}
