import type { DicomTags } from '@fornix/contract'
import { expect, test } from 'vitest'
import { tag } from '../image-fixtures.ts'
import { niftiFile } from '../nifti-fixtures.ts'
import { openScene } from '../scene.ts'
import type { Layout } from '../scene-state.ts'
import { labelMapOf } from './label-map.ts'
import { stacksOf } from './layers.ts'
import { segmentationOf, segmentsOf } from './segments.ts'

const side = 32
const half = (side - 1) / 2
/** A gray cube of 32 mm around the origin of the scanner's coordinates. */
const cube = niftiFile({
  size: [side, side, side],
  values: new Uint8Array(side ** 3).fill(100),
  toMm: [1, 0, 0, -half, 0, 1, 0, -half, 0, 0, 1, -half],
})

const sequence = (...Value: object[]) => ({ vr: 'SQ', Value })
/** Areas of 14 mm at the patient's left, front and head, and at the right, back and feet, in frames that run from head to feet. */
const file: DicomTags = {
  '00080018': tag('7.4'),
  '00200052': tag('2.25.1'),
  '00280008': tag(14),
  '00280010': tag(30),
  '00280011': tag(30),
  '00280100': tag(1),
  '00620001': tag('BINARY'),
  // Pure red and pure green of sRGB.
  '00620002': sequence(
    { '00620004': tag(1), '00620005': tag('Lesion'), '0062000D': tag(34891, 53480, 50166) },
    { '00620004': tag(2), '00620005': tag('Edema'), '0062000D': tag(57494, 10752, 54272) },
  ),
  '52009229': sequence({
    '00200037': sequence({ '00200037': tag(1, 0, 0, 0, 1, 0) }),
    '00280030': sequence({ '00280030': tag(1, 1), '00180088': tag(2) }),
  }),
  '52009230': sequence(
    ...Array.from({ length: 14 }, (_, n) => ({
      '0062000A': sequence({ '0062000B': tag(n < 7 ? 1 : 2) }),
      '00209113': sequence({ '00200032': tag(-14.5, -14.5, n < 7 ? 14 - 2 * n : -2 - 2 * (n - 7)) }),
    })),
  ),
}
/** 30 rows of 30 pixels: later columns are towards the patient's left, later rows towards the back. */
const frame = (isIn: (column: number, row: number) => boolean) => {
  const bytes = new Uint8Array(Math.ceil(900 / 8))
  for (let n = 0; n < 900; n++) if (isIn(n % 30, Math.floor(n / 30))) bytes[n >> 3]! |= 1 << (n & 7)
  return bytes
}
const pixels = Array.from({ length: 14 }, (_, n) =>
  frame(n < 7 ? (column, row) => column >= 16 && row < 14 : (column, row) => column < 14 && row >= 16),
)

const gray = [100, 100, 100]
const red = [255, 0, 0]
const green = [0, 255, 0]

test('areas lie where their frames say, in every plane, each in its color and as strongly as is chosen', async () => {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'display: block; width: 400px; height: 400px'
  document.body.replaceChildren(canvas)
  const scene = await openScene(canvas, { place: () => undefined, windowing: () => undefined }, { hasSolid: false })
  await scene.show(cube, { windowing: { center: 127.5, width: 255 }, windowShape: 'LINEAR_EXACT', isInverted: false })
  const segmentation = segmentationOf(file)
  const draw = (labels: string[]) => {
    const wanted = segmentsOf([segmentation]).filter(({ label }) => labels.includes(label))
    const map = labelMapOf(stacksOf({ segmentation, pixels }), wanted, scene.grid()!)
    if (map) scene.showSegments(map)
  }
  /** The color at a distance in mm to the right of the middle of the screen, and above it. */
  const colorAt = async (layout: Layout, mm: [number, number, number], right: number, up: number) => {
    scene.setLayout(layout)
    scene.goTo({ mm })
    const picture = await createImageBitmap((await scene.snapshot())!)
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    const perMm = picture.height / side
    return [...pen!.getImageData(picture.width / 2 + right * perMm, picture.height / 2 - up * perMm, 1, 1).data].slice(
      0,
      3,
    )
  }
  const near = async (color: Promise<number[]>, expected: number[]) => {
    for (const [n, channel] of (await color).entries()) expect(Math.abs(channel - expected[n]!)).toBeLessThan(12)
  }
  // The crosshair is in mm to the right, the front and the head; the patient's left is on the right of the screen.
  const [high, low]: [number, number, number][] = [
    [-3, 3, 8],
    [3, -3, -8],
  ]
  scene.setSegmentStrength(100)
  await near(colorAt('axial', high!, 8, 8), gray)
  draw(['Lesion', 'Edema'])
  await near(colorAt('axial', high!, 8, 8), red)
  for (const [right, up] of [
    [-8, 8],
    [8, -8],
    [-8, -8],
  ] as const)
    await near(colorAt('axial', high!, right, up), gray)
  await near(colorAt('axial', low!, -8, -8), green)
  await near(colorAt('axial', low!, 8, 8), gray)
  await near(colorAt('coronal', [-3, 8, 3], 8, 8), red)
  await near(colorAt('coronal', [-3, 8, 3], -8, -8), gray)
  await near(colorAt('coronal', [3, -8, -3], -8, -8), green)
  // The front is on the right of the screen.
  await near(colorAt('sagittal', [-8, 3, 3], 8, 8), red)
  await near(colorAt('sagittal', [-8, 3, 3], -8, -8), gray)
  await near(colorAt('sagittal', [8, -3, -3], -8, -8), green)

  scene.setSegmentStrength(50)
  await near(colorAt('axial', high!, 8, 8), [178, 50, 50])
  draw(['Edema'])
  await near(colorAt('axial', high!, 8, 8), gray)
  await near(colorAt('axial', low!, -8, -8), [50, 178, 50])
  scene.clearSegments()
  await near(colorAt('axial', low!, -8, -8), gray)
  scene.close()
})
