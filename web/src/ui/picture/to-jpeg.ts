import { metadataOf } from './metadata.ts'

/** Enough to read small print on a letter. */
const maxSide = 2000
const minSide = 200
const qualities = [0.85, 0.75, 0.65, 0.55]

/** `turns`: quarter turns to the right, applied after the picture is upright as the camera recorded it. */
export type Wanted = { maxBytes: number; turns: number }
/** `blob` is missing if the picture can stay as it is. */
export type Converted = { blob?: Blob; width: number; height: number; hadLocation: boolean }

const isHeic = (bytes: ArrayBuffer) => /^ftyp(he|mif1|msf1)/.test(new TextDecoder('latin1').decode(bytes.slice(4, 12)))

/** WebAssembly runs only in workers: the page's content security policy blocks it. */
export type DecodeHeic = (bytes: ArrayBuffer) => Promise<ImageBitmap>

const decode = async (file: Blob, bytes: Promise<ArrayBuffer>, decodeHeic?: DecodeHeic) => {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    const read = await bytes
    if (!decodeHeic || !isHeic(read)) throw error
    return decodeHeic(read)
  }
}

const canvasOf = (width: number, height: number) =>
  typeof OffscreenCanvas === 'undefined'
    ? Object.assign(document.createElement('canvas'), { width, height })
    : new OffscreenCanvas(width, height)
type Canvas = ReturnType<typeof canvasOf>

const draw = (picture: ImageBitmap, side: number, turns: number) => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = turns % 2 === 0 ? canvasOf(width, height) : canvasOf(height, width)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
  if (!context) throw new Error('no canvas')
  // Transparent areas would turn black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  return canvas
}

const encode = (canvas: Canvas, quality: number) =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type: 'image/jpeg', quality })
    : new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** The best quality that fits: first the quality goes down, then the size. */
const encodeWithin = async (picture: ImageBitmap, { maxBytes, turns }: Wanted) => {
  for (let side = maxSide; side > minSide; side *= 0.75) {
    const canvas = draw(picture, side, turns)
    for (const quality of qualities) {
      const blob = await encode(canvas, quality)
      if (blob && blob.size <= maxBytes) return { blob, width: canvas.width, height: canvas.height }
    }
  }
  throw new Error('too large')
}

/**
 * A photo ready for upload: upright, of a readable size, within the limit, and without the camera's metadata (EXIF, including
 * the location). A picture that needs none of this stays as it is. Throws if the file is not a readable picture.
 */
export const toJpeg = async (file: Blob, wanted: Wanted, decodeHeic?: DecodeHeic): Promise<Converted> => {
  const bytes = file.arrayBuffer()
  // The browser decodes in a thread of its own: meanwhile its bytes are searched.
  const [picture, { hasMetadata, hasLocation: hadLocation }] = await Promise.all([
    decode(file, bytes, decodeHeic),
    bytes.then(metadataOf),
  ])
  const isKept =
    /^image\/(jpeg|png)$/.test(file.type) && !hasMetadata && wanted.turns === 0 && file.size <= wanted.maxBytes
  const converted = isKept ? { width: picture.width, height: picture.height } : await encodeWithin(picture, wanted)
  picture.close()
  return { ...converted, hadLocation }
}
