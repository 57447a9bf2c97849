import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs'

const maxPixels = 100_000_000

/** The first picture of a HEIC file, upright, for browsers that cannot show one. */
export const decodeHeic = async (bytes: ArrayBuffer): Promise<ImageBitmap> => {
  const { HeifDecoder } = libheif()
  const [picture] = new HeifDecoder().decode(new Uint8Array(bytes))
  const width = picture?.get_width() ?? 0
  const height = picture?.get_height() ?? 0
  if (!picture || width * height === 0 || width * height > maxPixels) throw new Error('no HEIC picture')
  const pixels = new ImageData(width, height)
  await new Promise<void>((resolve, reject) =>
    picture.display(pixels, (shown) => (shown ? resolve() : reject(new Error('no HEIC picture')))),
  )
  picture.free()
  return createImageBitmap(pixels)
}
