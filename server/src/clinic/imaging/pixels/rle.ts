import { PictureRefused } from './picture-refused.ts'

const headBytes = 64

/** One segment (PS3.5 G.3.2): literal bytes, or one byte repeated. It must fill its place. */
const unpack = (packed: Uint8Array, target: Uint8Array, start: number, step: number) => {
  let [at, to] = [0, start]
  while (to < target.length && at < packed.length) {
    const control = packed[at++] ?? 0
    if (control === 128) continue
    const isRun = control > 128
    const count = isRun ? 257 - control : control + 1
    if (at + (isRun ? 1 : count) > packed.length) break
    for (let n = 0; n < count && to < target.length; n++, to += step) target[to] = packed[isRun ? at : at + n] ?? 0
    at += isRun ? 1 : count
  }
  if (to < target.length) throw new PictureRefused('damaged')
}

/** The bytes of an RLE frame, plane by plane; each byte of a sample, highest first, is a segment (PS3.5 G.2). */
export const unpackRle = (bytes: Uint8Array, pixels: number, samples: number, sampleBytes: number): Uint8Array => {
  if (bytes.length < headBytes) throw new PictureRefused('damaged')
  const head = new DataView(bytes.buffer, bytes.byteOffset, headBytes)
  const count = head.getUint32(0, true)
  if (count !== samples * sampleBytes || count > 15) throw new PictureRefused('damaged')
  const starts = Array.from({ length: count }, (_, n) => head.getUint32(4 * (n + 1), true))
  const frame = new Uint8Array(pixels * count)
  for (const [n, start] of starts.entries()) {
    const end = starts[n + 1] ?? bytes.length
    if (start < headBytes || end < start || end > bytes.length) throw new PictureRefused('damaged')
    const [sample, byte] = [Math.floor(n / sampleBytes), n % sampleBytes]
    const plane = frame.subarray(sample * pixels * sampleBytes, (sample + 1) * pixels * sampleBytes)
    unpack(bytes.subarray(start, end), plane, sampleBytes - 1 - byte, sampleBytes)
  }
  return frame
}
