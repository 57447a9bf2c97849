/** The marker before EXIF in a JPEG or HEIC, and in a PNG. */
const exifMarks = /Exif\0\0|eXIf/g
const xmpMark = 'http://ns.adobe.com/xap'
const gpsTag = 0x8825

/** The first EXIF directory points to the one with the picture's location (TIFF 6.0, EXIF 4.6.3). */
const pointsToPlace = (tiff: DataView) => {
  const order = tiff.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return false
  const isLittle = order === 0x4949
  const directory = tiff.getUint32(4, isLittle)
  const entries = tiff.getUint16(directory, isLittle)
  for (let at = 0; at < entries; at++) if (tiff.getUint16(directory + 2 + 12 * at, isLittle) === gpsTag) return true
  return false
}

/** Whether a picture contains metadata (the camera, the time), and whether that includes its location. */
export const metadataOf = (bytes: ArrayBuffer) => {
  const text = new TextDecoder('latin1').decode(bytes)
  const starts = [...text.matchAll(exifMarks)].map(({ index, 0: mark }) => index + mark.length)
  const hasLocation = starts.some((start) => {
    try {
      return pointsToPlace(new DataView(bytes, start))
    } catch {
      // Truncated, or no EXIF at all.
      return false
    }
  })
  return { hasMetadata: starts.length > 0 || text.includes(xmpMark), hasLocation }
}
