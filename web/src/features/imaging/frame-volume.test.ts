import type { DicomTags } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { dicomFile, imageElements } from '../../../../server/test/dicom-writer.ts'
import { openConverter } from './convert.ts'
import { volumeOfFrames } from './frame-volume.ts'
import { imagesOf } from './images.ts'
import { RealConverter } from './real-converter.ts'

const [columns, rows, slices] = [7, 5, 4]
const tag = (...Value: unknown[]) => ({ Value })

type Stack = {
  cosines: number[]
  /** Of the slice that is stored first; the others follow along the normal, or against it. */
  corner: [number, number, number]
  step: [number, number, number]
  spacing: [height: number, width: number]
  scale?: [slope: number, intercept: number]
}
const positionOf = ({ corner, step }: Stack, n: number) => corner.map((mm, axis) => mm + n * (step[axis] ?? 0))
/** No two voxels have the same value, so that no rotation or mirroring goes unnoticed. */
const valueAt = (column: number, row: number, slice: number) => 1 + column + 10 * row + 100 * slice
const pixelsOf = (slice: number) => {
  const bytes = Buffer.alloc(columns * rows * 2)
  for (let n = 0; n < columns * rows; n++)
    bytes.writeUInt16LE(valueAt(n % columns, Math.floor(n / columns), slice), 2 * n)
  return bytes
}
const numbers = Array.from({ length: slices }, (_, n) => n)

/** As the converter makes it, from one file per slice. */
const converted = async (stack: Stack) => {
  const files = numbers.map((n) =>
    dicomFile({
      uids: { study: '2.25.5', series: '2.25.5.1', instance: `2.25.5.1.${n + 1}` },
      more: [
        ...imageElements({ rows, columns, bits: 16 }),
        [0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\M'],
        [0x00080070, 'LO', 'SIEMENS'],
        [0x00180050, 'DS', '5'],
        [0x00200013, 'IS', String(n + 1)],
        [0x00200032, 'DS', positionOf(stack, n).join('\\')],
        [0x00200037, 'DS', stack.cosines.join('\\')],
        [0x00280030, 'DS', stack.spacing.join('\\')],
        [0x00281052, 'DS', String(stack.scale?.[1] ?? 0)],
        [0x00281053, 'DS', String(stack.scale?.[0] ?? 1)],
        [0x7fe00010, 'OW', pixelsOf(n)],
      ],
    }),
  )
  return openConverter().niftiOf(
    files.map((bytes) => new Uint8Array(bytes)),
    slices,
    new AbortController().signal,
  )
}

const tagsOf = (stack: Stack, n: number, change: DicomTags = {}): DicomTags => ({
  '00080016': tag('1.2.840.10008.5.1.4.1.1.4.1'),
  '00080018': tag('8.1'),
  '00200032': tag(...positionOf(stack, n)),
  '00200037': tag(...stack.cosines),
  '00280002': tag(1),
  '00280004': tag('MONOCHROME2'),
  '00280010': tag(rows),
  '00280011': tag(columns),
  '00280030': tag(...stack.spacing),
  '00280100': tag(16),
  '00280101': tag(16),
  '00280102': tag(15),
  '00280103': tag(0),
  '00281052': tag(stack.scale?.[1] ?? 0),
  '00281053': tag(stack.scale?.[0] ?? 1),
  ...change,
})
/** From frames, in whatever order they are listed. */
const ofFrames = async (stack: Stack, order = numbers, change: (n: number) => DicomTags = () => ({})) => {
  const all = order.map((n) => {
    const [image] = imagesOf(tagsOf(stack, n, change(n)))
    return { ...image!, frame: n + 1 }
  })
  return volumeOfFrames(all, async function* (inOrder) {
    for (const { frame } of inOrder) yield new Uint8Array(pixelsOf(frame - 1))
  })
}

/** Every value of a NIfTI file, keyed by its position in mm. */
const placed = (nifti: ArrayBuffer) => {
  const head = new DataView(nifti)
  const [code, from] = [head.getInt16(70, true), head.getFloat32(108, true)]
  const [slope, intercept] = [head.getFloat32(112, true) || 1, head.getFloat32(116, true)]
  const size = [0, 1, 2].map((n) => head.getInt16(42 + 2 * n, true)) as [number, number, number]
  const matrix = [280, 296, 312].map((at) => [0, 1, 2, 3].map((n) => head.getFloat32(at + 4 * n, true)))
  const read = (n: number) => {
    if (code === 16) return head.getFloat32(from + 4 * n, true)
    if (code === 2) return head.getUint8(from + n)
    return code === 512 ? head.getUint16(from + 2 * n, true) : head.getInt16(from + 2 * n, true)
  }
  const values: Record<string, number> = {}
  for (let k = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++) {
        const mm = matrix.map(([a = 0, b = 0, c = 0, d = 0]) => Math.round(10 * (a * i + b * j + c * k + d)) / 10 + 0)
        values[mm.join()] = read((k * size[1] + j) * size[0] + i) * slope + intercept
      }
  expect(Object.keys(values)).toHaveLength(columns * rows * slices)
  return values
}

const spacing: Stack['spacing'] = [3, 2]
const turned = Math.PI / 9
const [c, s] = [Math.cos(turned), Math.sin(turned)]
const stacks: [string, Stack][] = [
  ['axial, from the feet', { cosines: [1, 0, 0, 0, 1, 0], corner: [-7, -9, -20], step: [0, 0, 5], spacing }],
  ['axial, from the head', { cosines: [1, 0, 0, 0, 1, 0], corner: [-7, -9, 20], step: [0, 0, -5], spacing }],
  ['axial, face down', { cosines: [-1, 0, 0, 0, -1, 0], corner: [7, 9, -20], step: [0, 0, 5], spacing }],
  ['coronal', { cosines: [1, 0, 0, 0, 0, -1], corner: [-7, -9, 30], step: [0, 4, 0], spacing }],
  ['coronal, from the back', { cosines: [1, 0, 0, 0, 0, -1], corner: [-7, 9, 30], step: [0, -4, 0], spacing }],
  ['sagittal', { cosines: [0, 1, 0, 0, 0, -1], corner: [-8, -9, 30], step: [4, 0, 0], spacing }],
  ['sagittal, from the left', { cosines: [0, 1, 0, 0, 0, -1], corner: [8, -9, 30], step: [-4, 0, 0], spacing }],
  ['turned', { cosines: [c, s, 0, -s, c, 0], corner: [-7, -9, -20], step: [0, 0, 5], spacing }],
  ['oblique', { cosines: [1, 0, 0, 0, c, s], corner: [-7, -9, -20], step: [0, -5 * s, 5 * c], spacing }],
  ['with a scale', { cosines: [1, 0, 0, 0, 1, 0], corner: [0, 0, 0], step: [0, 0, 5], spacing, scale: [2, -1000] }],
]

test.each(stacks)('every voxel is where the converter puts it, and has the same value: %s', async (_, stack) => {
  vi.stubGlobal('Worker', RealConverter)
  expect(placed(await ofFrames(stack))).toEqual(placed(await converted(stack)))
})

test('a voxel is where its file says: the second column to the left, the third row to the back, the last slice to the head', async () => {
  const [, stack] = stacks[0]!
  // NIfTI counts towards the right and the front.
  expect(placed(await ofFrames(stack))['5,3,-5']).toBe(valueAt(1, 2, 3))
})

test('frames that are listed in another order lie where they were', async () => {
  const [, stack] = stacks[0]!
  expect(placed(await ofFrames(stack, [2, 0, 3, 1]))).toEqual(placed(await ofFrames(stack)))
})

test('a scale of each frame is applied to its own values', async () => {
  const [, stack] = stacks[0]!
  const scaled = placed(await ofFrames(stack, numbers, (n) => ({ '00281053': tag(n + 1), '00281052': tag(-n) })))
  const plain = placed(await ofFrames(stack))
  for (const [place, value] of Object.entries(plain)) {
    const n = Math.floor((value - 1) / 100)
    expect(scaled[place]).toBeCloseTo(value * (n + 1) - n, 3)
  }
})

test('signs and numbers of 16 bits without one are kept', async () => {
  const [, stack] = stacks[0]!
  const highest = async (change: DicomTags) => {
    const images = numbers.flatMap((n) => imagesOf(tagsOf(stack, n, change)))
    const bytes = new Uint8Array(new Uint16Array(columns * rows).fill(65_000).buffer)
    const nifti = await volumeOfFrames(images, async function* () {
      for (const _ of numbers) yield bytes
    })
    return Math.max(...Object.values(placed(nifti)))
  }
  expect(await highest({})).toBe(65_000)
  expect(await highest({ '00280103': tag(1) })).toBe(65_000 - 65_536)
})

test.each<[string, DicomTags, number[], number[]]>([
  ['bits that lie above others', { '00280101': tag(12) }, [0x7ff5, 0xfff1], [0x7ff, 0xfff]],
  ['with a sign there', { '00280101': tag(12), '00280103': tag(1) }, [0x7ff5, 0xfff1], [0x7ff, -1]],
  [
    'below an overlay, with a sign',
    { '00280101': tag(12), '00280102': tag(11), '00280103': tag(1) },
    [0xf7ff, 0x3fff],
    [0x7ff, -1],
  ],
  [
    'of 8 bits with a sign',
    { '00280100': tag(8), '00280101': tag(8), '00280102': tag(7), '00280103': tag(1) },
    [0x807f],
    [127, -128],
  ],
  ['of 8 bits', { '00280100': tag(8), '00280101': tag(8), '00280102': tag(7) }, [0x807f], [127, 128]],
])('a value is the bits that count: %s', async (_, change, words, values) => {
  const [, stack] = stacks[0]!
  const images = numbers.flatMap((n) => imagesOf(tagsOf(stack, n, change)))
  const bytes = new Uint8Array(Uint16Array.from({ length: columns * rows }, (_, n) => words[n % words.length]!).buffer)
  const nifti = await volumeOfFrames(images, () => numbers.map(() => bytes))
  expect(new Set(Object.values(placed(nifti)))).toEqual(new Set(values))
})

test.each<[string, (frames: Uint8Array<ArrayBuffer>[]) => Uint8Array<ArrayBuffer>[]]>([
  ['one frame less', (frames) => frames.slice(1)],
  ['one frame more', (frames) => [...frames, ...frames.slice(0, 1)]],
  ['a frame that was cut short', (frames) => [...frames.slice(1), new Uint8Array(3)]],
])('what is not the volume that was asked for is none: %s', async (_, change) => {
  const [, stack] = stacks[0]!
  const images = numbers.flatMap((n) => imagesOf(tagsOf(stack, n)))
  const frames = change(numbers.map((n) => new Uint8Array(pixelsOf(n))))
  await expect(
    volumeOfFrames(images, async function* () {
      yield* frames
    }),
  ).rejects.toThrow()
})
