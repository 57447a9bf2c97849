import { depthOf, each, minus } from './directions.ts'
import type { Image } from './images.ts'
import type { Form } from './measure/values.ts'

const headBytes = 352
/** Larger ones would not fit into many machines' memory twice. */
const maxBytes = 600_000_000

type Frames = Iterable<Uint8Array<ArrayBuffer>>
type Kind = typeof Uint8Array | typeof Int16Array | typeof Uint16Array | typeof Float32Array

/** How voxels are written: as stored if one scale applies to all, else as values rescaled one by one. */
const writingOf = (forms: readonly Form[]) => {
  const [{ slope, intercept, isSigned, allocated, stored }] = forms as [Form, ...Form[]]
  const isShared = forms.every(
    (form) =>
      form.slope === slope &&
      form.intercept === intercept &&
      form.isSigned === isSigned &&
      form.allocated === allocated &&
      form.stored === stored,
  )
  if (!isShared || allocated > 16) return { code: 16, kind: Float32Array, slope: 1, intercept: 0, isStored: false }
  const scale = { slope, intercept, isStored: true }
  if (allocated === 8 && !isSigned) return { code: 2, kind: Uint8Array, ...scale }
  return isSigned || stored < 16 ? { code: 4, kind: Int16Array, ...scale } : { code: 512, kind: Uint16Array, ...scale }
}

const words = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array }
/** Uncompressed pixels as a typed array; copied only if they start at an odd offset. */
const wordsIn = (bytes: Uint8Array<ArrayBuffer>, { rows, columns, allocated }: Form) => {
  const kind = words[allocated as keyof typeof words]
  const count = rows * columns
  if (!kind || bytes.length < count * kind.BYTES_PER_ELEMENT) throw new Error('A frame is too short')
  const { buffer, byteOffset } = bytes.byteOffset % kind.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice()
  return new kind(buffer, byteOffset, count)
}

/** Writes a frame's values: the significant bits, with their sign, rescaled if no single scale applies. */
const write = (to: InstanceType<Kind>, bytes: Uint8Array<ArrayBuffer>, form: Form, isStored: boolean) => {
  const from = wordsIn(bytes, form)
  const { stored, shift, isSigned, slope, intercept } = isStored ? { ...form, slope: 1, intercept: 0 } : form
  const [left, right] = [32 - stored - shift, 32 - stored]
  if (isStored && stored === form.allocated && from.BYTES_PER_ELEMENT === to.BYTES_PER_ELEMENT) to.set(from)
  else if (isSigned) for (let n = 0; n < from.length; n++) to[n] = ((from[n]! << left) >> right) * slope + intercept
  else for (let n = 0; n < from.length; n++) to[n] = ((from[n]! << left) >>> right) * slope + intercept
}

/** Maps columns, rows and slices to mm towards the right, the front and the head, in three rows (NIfTI-1, method 3). */
const placesOf = (slices: readonly Image[]): [number, number, number, number][] => {
  const [first, last] = [slices[0]!, slices.at(-1)!]
  const { orientation, position, pixel } = first
  if (!orientation || !position || !pixel || !last.position) throw new Error('A slice has no place')
  const whole = minus(last.position, position)
  const step = each(whole, (mm) => mm / Math.max(1, slices.length - 1))
  // DICOM counts towards the left and the back (PS3.3 C.7.6.2.1.1).
  const signs = [-1, -1, 1] as const
  return ([0, 1, 2] as const).map((axis) => [
    signs[axis] * orientation.row[axis] * pixel.width,
    signs[axis] * orientation.column[axis] * pixel.height,
    signs[axis] * step[axis],
    signs[axis] * position[axis],
  ])
}

const headOf = (slices: readonly Image[], writing: ReturnType<typeof writingOf>) => {
  const head = new DataView(new ArrayBuffer(headBytes))
  const places = placesOf(slices)
  const [{ columns, rows }] = slices as [Image]
  const shorts: [number, number][] = [
    ...[3, columns, rows, slices.length, 1, 1, 1, 1].map((size, n): [number, number] => [40 + 2 * n, size]),
    [70, writing.code],
    [72, 8 * writing.kind.BYTES_PER_ELEMENT],
    [254, 1],
  ]
  for (const [at, value] of shorts) head.setInt16(at, value, true)
  const lengths = [0, 1, 2].map((axis) => Math.hypot(...places.map((row) => row[axis] ?? 0)))
  const floats: [number, number][] = [
    ...[1, ...lengths].map((length, n): [number, number] => [76 + 4 * n, length]),
    [108, headBytes],
    [112, writing.slope],
    [116, writing.intercept],
    ...places.flat().map((value, n): [number, number] => [280 + 4 * n, value]),
  ]
  for (const [at, value] of floats) head.setFloat32(at, value, true)
  head.setInt32(0, 348, true)
  head.setUint8(123, 2)
  for (const [n, letter] of [...'n+1'].entries()) head.setUint8(344 + n, letter.charCodeAt(0))
  return new Uint8Array(head.buffer)
}

/**
 * The slices of a part as NIfTI, from frames in uncompressed pixels that must arrive in the requested order. The part is known to be
 * one evenly spaced stack that does not lean.
 */
export const volumeOfFrames = async (
  slices: readonly Image[],
  frames: (inOrder: readonly Image[]) => Frames | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<ArrayBuffer> => {
  const { orientation, rows, columns } = slices[0] ?? {}
  if (!orientation || !rows || !columns) throw new Error('A slice has no place')
  const depth = ({ position }: Image) => (position ? depthOf(orientation, position) : 0)
  const sorted = slices.toSorted((a, b) => depth(a) - depth(b))
  const forms = sorted.map(({ form }) => {
    if (form?.rows !== rows || form.columns !== columns) throw new Error('A slice has another form')
    return form
  })
  const writing = writingOf(forms)
  const count = rows * columns
  const size = count * writing.kind.BYTES_PER_ELEMENT
  if (size * sorted.length > maxBytes) throw new Error('Too large a volume')
  const volume = new Uint8Array(headBytes + size * sorted.length)
  volume.set(headOf(sorted, writing))
  let n = 0
  for await (const bytes of frames(sorted)) {
    const form = forms[n]
    if (!form) throw new Error('More frames than were asked for')
    write(new writing.kind(volume.buffer, headBytes + n * size, count), bytes, form, writing.isStored)
    n++
  }
  if (n !== sorted.length) throw new Error('Frames are missing')
  return volume.buffer
}
