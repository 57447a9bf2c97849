import { type DecodeHeic, toJpeg, type Wanted } from './to-jpeg.ts'

// Two megabytes, for the few users whose browser cannot show HEIC.
const decodeHeic: DecodeHeic = async (bytes) => (await import('./heic.ts')).decodeHeic(bytes)

/** Handles one picture in a worker, so that the page stays responsive. Null: it is not a picture. */
addEventListener('message', ({ data }: MessageEvent<{ file: Blob; wanted: Wanted }>) => {
  toJpeg(data.file, data.wanted, decodeHeic).then(
    (converted) => postMessage(converted),
    () => postMessage(null),
  )
})
