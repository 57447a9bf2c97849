import { lightOf, type WindowShape } from '@fornix/contract'
import { Niivue, NVImage, SLICE_TYPE } from '@niivue/niivue'
import { expect, test } from 'vitest'
import { niftiFile } from './nifti-fixtures.ts'
import { covers } from './scene-cover.ts'
import { colorOnTheWay, setWindowShape } from './scene-shades.ts'
import { sliceShader } from './slice-shader.ts'

/** More voxels than there are 16-bit numbers, which are then looked up. */
const size: [number, number, number] = [43, 45, 37]
const count = size[0] * size[1] * size[2]
/** Waves that differ in every direction. */
const wave = (n: number) => {
  const [x, y, z] = [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / (size[0] * size[1]))]
  return Math.sin(x / 6 + 0.4) + Math.cos(y / 9) + z / 19 - 1
}
const waves = (height: number, from = 0) => ({ length: count, map: (_: unknown, n: number) => from + height * wave(n) })
const make = <Kind,>(
  kind: { from: (of: { length: number }, map: (_: unknown, n: number) => number) => Kind },
  height: number,
  from = 0,
) => {
  const { length, map } = waves(height, from)
  return kind.from({ length }, map)
}
const upright = [2, 0, 0, -20, 0, 2, 0, -24, 0, 0, 2, -18]

type Drawn = {
  file: ArrayBuffer
  from: number
  to: number
  colormap?: string
  shape?: WindowShape
  under?: ArrayBuffer
}
const drawn: Record<string, Drawn> = {
  'whole numbers with a sign': {
    file: niftiFile({ size, values: make(Int16Array, 900), toMm: upright }),
    from: -300,
    to: 1200,
  },
  'whole numbers without one': {
    file: niftiFile({ size, values: make(Uint16Array, 9000, 30_000), toMm: upright }),
    from: 25_000,
    to: 60_000,
  },
  bytes: { file: niftiFile({ size, values: make(Uint8Array, 60, 90), toMm: upright }), from: 20, to: 200 },
  fractions: { file: niftiFile({ size, values: make(Float32Array, 0.002), toMm: upright }), from: 0, to: 0.003 },
  'rescaled numbers': {
    file: niftiFile({ size, values: make(Int16Array, 900), toMm: upright, scale: [2, -1000] }),
    from: -900,
    to: 900,
  },
  'axes that run the other way': {
    file: niftiFile({ size, values: make(Int16Array, 900), toMm: [-2, 0, 0, 20, 0, -2, 0, 24, 0, 0, -2, 18] }),
    from: -300,
    to: 1200,
  },
  'axes in another order': {
    file: niftiFile({ size, values: make(Int16Array, 900), toMm: [0, 0, 2, -18, -2, 0, 0, 20, 0, 2, 0, -24] }),
    from: -300,
    to: 1200,
  },
  'low is white': {
    file: niftiFile({ size, values: make(Int16Array, 900), toMm: upright }),
    from: -300,
    to: 1200,
    colormap: 'inverse',
  },
}

const views = [SLICE_TYPE.AXIAL, SLICE_TYPE.CORONAL, SLICE_TYPE.SAGITTAL, SLICE_TYPE.RENDER]
const inverse = { R: [255, 0], G: [255, 0], B: [255, 0], A: [128, 0], I: [0, 255] }

const pixelsOf = async ({ file, from, to, colormap = 'gray', shape, under }: Drawn, isOwn: boolean) => {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'display: block; width: 200px; height: 200px'
  document.body.replaceChildren(canvas)
  const view = new Niivue({
    show3Dcrosshair: false,
    crosshairWidth: 0,
    isOrientationTextVisible: false,
    logLevel: 'silent',
  })
  for (const [name, map] of Object.entries({ inverse, ...covers })) view.addColormap(name, map)
  await view.attachToCanvas(canvas)
  if (isOwn) {
    view.setCustomSliceShader(sliceShader)
    colorOnTheWay(view)
    view.drawOpacity = 0
  }
  const volume = await NVImage.loadFromUrl({ url: file, name: 'a.nii', colormap })
  Object.assign(volume, { cal_min: from, cal_max: to })
  if (shape) setWindowShape(volume, shape)
  if (under) view.addVolume(await NVImage.loadFromUrl({ url: under, name: 'b.nii', colormap: 'gray' }))
  view.addVolume(volume)
  // A second window is drawn into the same texture.
  view.updateGLVolume()
  const pictures: Uint8Array[] = []
  for (const type of views) {
    view.setSliceType(type)
    view.drawScene()
    const { gl } = view
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight)
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    pictures.push(pixels)
  }
  expect(view.gl.getError()).toBe(view.gl.NO_ERROR)
  view.gl.getExtension('WEBGL_lose_context')?.loseContext()
  return pictures
}

test.each(Object.entries(drawn))('a volume is drawn as NiiVue draws it by itself: %s', async (_, what) => {
  const [own, others] = [await pixelsOf(what, true), await pixelsOf(what, false)]
  for (const [n, picture] of own.entries()) {
    const other = others[n]!
    expect(new Set(picture).size).toBeGreaterThan(40)
    const off = picture.reduce((most, channel, at) => Math.max(most, Math.abs(channel - other[at]!)), 0)
    expect(off).toBeLessThanOrEqual(3)
  }
})

/** One value fills the volume, except for a corner. */
const evenFile = (value: number, corner = -1000) => {
  const values = new Int16Array(count).fill(value)
  values[0] = corner
  return niftiFile({ size, values, toMm: upright })
}
const lights = [
  ['SIGMOID', 'a curve, dark end', -60],
  ['SIGMOID', 'a curve, light end', 160],
  ['SIGMOID', 'a curve, middle', 40],
  ['LINEAR', 'a narrow window, light end', 75],
  ['LINEAR', 'a narrow window, middle', 41],
  ['LINEAR_EXACT', 'a narrow window, light end', 75],
] as const
const most = (channels: Uint8Array) =>
  channels.reduce((most, one, at) => (at % 4 === 0 ? Math.max(most, one) : most), 0)

// The brightness that a plane gives one value follows the standard's formula, as in the server's pictures.
test.each(lights)('%s, %s: the light of a plane is that of the standard', async (shape, _, value) => {
  const [axial] = await pixelsOf({ file: evenFile(value), from: 0, to: 80, shape }, true)
  const light = Math.min(1, Math.max(0, lightOf(shape, 40, 80)(value)))
  expect(Math.abs(most(axial!) - 255 * light)).toBeLessThanOrEqual(1)
})

test.each([
  ...lights.map((one) => [...one, 'cover', false] as const),
  ['SIGMOID', 'a curve, low is white', 90, 'coverInverse', true] as const,
])(
  '%s, %s: what lies over another volume has the light of the standard, too',
  async (shape, _, value, colormap, isInverted) => {
    const [axial] = await pixelsOf(
      { file: evenFile(value), from: 0, to: 80, shape, colormap, under: evenFile(0, 1000) },
      true,
    )
    const light = Math.min(1, Math.max(0, lightOf(shape, 40, 80)(value)))
    expect(Math.abs(most(axial!) - 255 * (isInverted ? 1 - light : light))).toBeLessThanOrEqual(1)
  },
)
