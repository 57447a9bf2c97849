import { pictureOf } from '../../server/src/clinic/imaging/pixels/picture.ts'
import type { PictureJob } from '../../server/src/clinic/imaging/pixels/picture-reader.ts'
import { compressedJob, jobOf } from '../../server/test/picture-jobs.ts'
import { type Figure, percentile } from '../report.ts'

const side = 512
const rounds = 40
const warmUp = 5

/** Waves with the noise of a scanner, always the same: nothing is compressed as badly as noise. */
const pixels = () => {
  let seed = 1
  const words = Uint16Array.from({ length: side * side }, (_, n) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const wave = Math.sin((n % side) / 40) * Math.cos(Math.floor(n / side) / 30)
    return Math.round(2000 + 1500 * wave) + ((seed >> 16) % 40)
  })
  return Buffer.from(words.buffer)
}

const medianOf = async (job: PictureJob) => {
  const samples: number[] = []
  for (let n = 0; n < rounds; n++) {
    const begun = performance.now()
    await pictureOf(async () => job)
    if (n >= warmUp) samples.push(performance.now() - begun)
  }
  return percentile(samples, 0.5)
}

/** One slice of 512 x 512 with 12 bits as a PNG, from bytes that lie in memory. */
export const measurePictures = async (): Promise<Figure[]> => {
  const windowed = { WindowCenter: 2000, WindowWidth: 3000 }
  const kind = { name: 'measured', rows: side, columns: side, stored: 12, pixels: pixels(), tags: windowed }
  const compressed = {
    RLE: '1.2.840.10008.1.2.5',
    'JPEG lossless': '1.2.840.10008.1.2.4.70',
    'JPEG-LS': '1.2.840.10008.1.2.4.80',
    'JPEG 2000': '1.2.840.10008.1.2.4.90',
    HTJ2K: '1.2.840.10008.1.2.4.201',
  }
  const plain = await medianOf(jobOf(kind))
  const figures: Figure[] = [
    { what: 'A picture of 512 x 512 from plain pixels, median', value: plain, unit: 'ms', atMost: 30 },
  ]
  for (const [form, syntax] of Object.entries(compressed)) {
    const value = await medianOf(await compressedJob(kind, syntax))
    figures.push({ what: `The same from ${form}, median`, value, unit: 'ms' })
  }
  return figures
}
