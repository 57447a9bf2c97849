import { NVImage } from '@niivue/niivue'
import type { Range } from './scene-state.ts'
import { windowingOf } from './windowing.ts'

export const valueKinds = [Uint8Array, Int16Array, Uint16Array, Float32Array]

/** Lets a volume read its values from the file's buffer: NiiVue made a copy, and both would stay in memory. */
export const shareValues = (volume: NVImage, nifti: ArrayBuffer) => {
  const { img, hdr } = volume
  const start = hdr?.vox_offset ?? 0
  const kind = valueKinds.find((one) => img instanceof one)
  // Otherwise the values were converted from those of the file.
  const isWhole = hdr?.littleEndian && img?.byteLength === nifti.byteLength - start
  if (kind && img && isWhole && start % kind.BYTES_PER_ELEMENT === 0) volume.img = new kind(nifti, start, img.length)
}

/** Each number once, if there are fewer 16-bit numbers than values; else all values unchanged. */
const numbersIn = (values: NonNullable<NVImage['img']>): ArrayLike<number> => {
  const isShort = values instanceof Uint8Array || values instanceof Int16Array || values instanceof Uint16Array
  if (!isShort || values.length < 1 << 16) return values
  const seen = new Uint8Array(1 << 16)
  // By index: over many millions of values, an iterator takes ten times as long.
  for (let n = 0; n < values.length; n++) seen[values[n]! & 0xffff] = 1
  const isSigned = values instanceof Int16Array
  return Array.from(seen.keys(), (n) => (isSigned ? (n << 16) >> 16 : n)).filter((number) => seen[number & 0xffff])
}
const numbers = new WeakMap<NVImage, ArrayLike<number>>()

type IsLeftOut = (value: number) => boolean
/** The lowest and highest value that counts, if any. */
const spanOf = (volume: NVImage, isLeftOut: IsLeftOut = () => false): Range | undefined => {
  const [slope, intercept] = [volume.hdr?.scl_slope || 1, volume.hdr?.scl_inter ?? 0]
  const all = numbers.get(volume) ?? []
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let n = 0; n < all.length; n++) {
    // With a slope below 0, the lowest number means the highest value.
    const value = all[n]! * slope + intercept
    if (isLeftOut(value)) continue
    if (value < least) least = value
    if (value > most) most = value
  }
  return least <= most ? { least, most } : undefined
}

/** The window of all values goes from the lowest to the highest. NiiVue's own method also sorts them, for a window that is not used. */
NVImage.prototype.calMinMax = function () {
  numbers.set(this, numbersIn(this.img ?? new Uint8Array()))
  const { least: from, most: to } = spanOf(this) ?? { least: 0, most: 1 }
  Object.assign(this, {
    cal_min: from,
    cal_max: to,
    robust_min: from,
    robust_max: to,
    global_min: from,
    global_max: to,
  })
  return [from, to, from, to]
}

/** The window of all values except padding, which in CT is lower than air. */
export const fullOf = (volume: NVImage, padding: Range | undefined) => {
  const all = windowingOf(volume.global_min ?? 0, volume.global_max ?? 1)
  if (!padding) return all
  const body = spanOf(volume, (value) => value >= padding.least && value <= padding.most)
  return body && body.least < body.most ? windowingOf(body.least, body.most) : all
}
