import type { DicomTags } from '@fornix/contract'
import { depthOf, minus, type Vector } from './directions.ts'
import type { Image } from './images.ts'
import { formOf, valuesOf } from './measure/values.ts'

const headBytes = 352
/** More would not fit into the memory of many machines twice. */
const mostBytes = 600_000_000

type Form = ReturnType<typeof formOf>
/** How voxels are written: as they are stored where one scale holds for all, else as numbers that were rescaled one by one. */
const writingOf = (forms: readonly Form[]) => {
  const [{ slope, intercept, isSigned, allocated, stored }] = forms as [Form, ...Form[]]
  const isShared = forms.every(
    (form) => form.slope === slope && form.intercept === intercept && form.isSigned === isSigned,
  )
  if (!isShared || allocated > 16) return { code: 16, bytes: 4, slope: 1, intercept: 0, isStored: false } as const
  return { code: isSigned || stored < 16 ? 4 : 512, bytes: 2, slope, intercept, isStored: true } as const
}

/** From columns, rows and slices to mm towards the right, the front and the head, in three rows (NIfTI-1, method 3). */
const placesOf = (slices: readonly Image[]): [number, number, number, number][] => {
  const [first, last] = [slices[0]!, slices.at(-1)!]
  const { orientation, position, pixel } = first
  if (!orientation || !position || !pixel || !last.position) throw new Error('A slice has no place')
  const whole = minus(last.position, position)
  const step = whole.map((mm) => mm / Math.max(1, slices.length - 1)) as unknown as Vector
  // DICOM counts towards the left and the back (PS3.3 C.7.6.2.1.1).
  return [-1, -1, 1].map((sign, axis) => [
    sign * orientation.row[axis as 0] * pixel.width,
    sign * orientation.column[axis as 0] * pixel.height,
    sign * step[axis as 0],
    sign * position[axis as 0],
  ])
}

const headOf = (slices: readonly Image[], writing: ReturnType<typeof writingOf>) => {
  const head = new DataView(new ArrayBuffer(headBytes))
  const places = placesOf(slices)
  const [{ columns, rows }] = slices as [Image]
  const shorts: [number, number][] = [
    ...[3, columns, rows, slices.length, 1, 1, 1, 1].map((size, n): [number, number] => [40 + 2 * n, size]),
    [70, writing.code],
    [72, 8 * writing.bytes],
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

/** A slice of a volume, with the tags that hold for its frame. */
export type Slice = { image: Image; tags: DicomTags }

/**
 * The slices of a part as NIfTI, of frames in plain pixels that come in the order that this asks for. The part is known to be one stack
 * at even distances that does not lean.
 */
export const volumeOfFrames = async (
  slices: readonly Slice[],
  frames: (inOrder: readonly Slice[]) => AsyncIterable<Uint8Array>,
): Promise<ArrayBuffer> => {
  const { orientation } = slices[0]?.image ?? {}
  if (!orientation) throw new Error('A slice has no place')
  const depth = ({ image: { position } }: Slice) => (position ? depthOf(orientation, position) : 0)
  const sorted = slices.toSorted((a, b) => depth(a) - depth(b))
  const forms = sorted.map(({ tags }) => formOf(tags))
  const writing = writingOf(forms)
  const images = sorted.map(({ image }) => image)
  const [{ rows, columns }] = images as [Image]
  const size = rows * columns * writing.bytes
  if (size * images.length > mostBytes) throw new Error('Too large a volume')
  const volume = new Uint8Array(headBytes + size * images.length)
  volume.set(headOf(images, writing))
  const view = new DataView(volume.buffer)
  let n = 0
  for await (const bytes of frames(sorted)) {
    const form = forms[n]
    if (!form || form.rows !== rows || form.columns !== columns) throw new Error('Another frame than was asked for')
    // Padding is drawn as the value that it has.
    const plain = { ...form, padding: undefined, ...(writing.isStored && { slope: 1, intercept: 0 }) }
    const { at } = valuesOf(bytes, plain)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const to = headBytes + n * size + (row * columns + column) * writing.bytes
        const value = at(column, row) ?? 0
        if (writing.code === 16) view.setFloat32(to, value, true)
        else view.setUint16(to, value, true)
      }
    n++
  }
  if (n !== images.length) throw new Error('Frames are missing')
  return volume.buffer
}
