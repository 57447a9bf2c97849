import sharp from 'sharp'

/** Larger than any place that shows it, on the finest screens. In 256 colors, one of 128 pixels is no more than 17 KB. */
const sides = [1024, 512, 256, 128]

// The library's other formats would be attack surface that nobody needs.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] })

const draw = (bytes: Uint8Array, side: number, palette: boolean) =>
  sharp(bytes, { limitInputPixels: 100_000_000, sequentialRead: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .png({ palette, effort: 1 })
    .toBuffer()

/** The same picture as a PNG of pixels only, as large as fits; null if it cannot be drawn. */
export default async ({ bytes, maxBytes }: { bytes: Uint8Array; maxBytes: number }) => {
  const tries = [{ side: 1024, palette: false }, ...sides.map((side) => ({ side, palette: true }))]
  try {
    for (const { side, palette } of tries) {
      const drawn = await draw(bytes, side, palette)
      if (drawn.length <= maxBytes) return drawn
    }
  } catch {
    // The library's error for a broken picture helps nobody.
  }
  return null
}
