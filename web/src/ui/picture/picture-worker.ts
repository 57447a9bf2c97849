import { type DecodeHeic, toJpeg, type Wanted } from './to-jpeg.ts'

// Two megabytes, for the few who send one from a browser that cannot show it.
const decodeHeic: DecodeHeic = async (bytes) => (await import('./heic.ts')).decodeHeic(bytes)

/** One picture, so that the page does not stand still meanwhile. Null: it is none. */
addEventListener('message', ({ data }: MessageEvent<{ file: Blob; wanted: Wanted }>) => {
  toJpeg(data.file, data.wanted, decodeHeic).then(
    (converted) => postMessage(converted),
    () => postMessage(null),
  )
})
