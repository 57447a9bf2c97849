import { lightOf, type WindowShape } from '@fornix/contract'
import type { Niivue, NVImage } from '@niivue/niivue'
import { valueKinds } from './scene-values.ts'

type Volume = NVImage & Required<Pick<NVImage, 'img' | 'dimsRAS' | 'img2RASstep' | 'img2RASstart'>>
const isGray = (map: Uint8ClampedArray) => map.every((value, n) => n % 4 === 3 || value === map[n - (n % 4)])

/** The volumes that are colored here: one number per voxel, on a gray scale. */
const isShadable = (view: Niivue, volume: NVImage): volume is Volume =>
  volume.img?.length === volume.nVox3D &&
  valueKinds.some((kind) => volume.img instanceof kind) &&
  volume.img2RASstep !== undefined &&
  volume.img2RASstart !== undefined &&
  !view.opts.is2DSliceShader &&
  isGray(view.colormap(volume.colormap))

const shapes = new WeakMap<NVImage, WindowShape>()
/** How windows map a volume's values to brightness; by default linear from end to end, like NiiVue's. */
export const setWindowShape = (volume: NVImage, shape: WindowShape) => shapes.set(volume, shape)

const shapeOf = (volume: NVImage) => shapes.get(volume) ?? 'LINEAR_EXACT'

/** The brightness of each value in the window; below 0 and above 1 outside of it. */
const litOf = (volume: Volume) => {
  const { hdr, cal_min = 0, cal_max = 1 } = volume
  const width = Math.max(1e-5, Math.abs(cal_max - cal_min))
  const light = lightOf(shapeOf(volume), (cal_min + cal_max) / 2, width)
  const [slope, intercept] = [hdr?.scl_slope || 1, hdr?.scl_inter ?? 0]
  return (stored: number) => light(slope * stored + intercept)
}
/** The position of a brightness in the color map, from 0 to 255. */
const levelOf = (lit: number) => Math.min(255, Math.max(0, Math.round(255 * lit)))
/** Where NiiVue's shader looks it up, up to 2 higher near black, because 3D is built from many translucent values. */
const solidLevelOf = (lit: number, black: number) =>
  lit > black ? Math.min(255, Math.max(2, Math.floor(256 * lit))) : 0

/** The brightness and opacity of each value in the window, in one number. */
const shadeOf = (view: Niivue, volume: Volume) => {
  const map = view.colormap(volume.colormap)
  const lit = litOf(volume)
  // A curve never reaches black.
  const black = shapeOf(volume) === 'SIGMOID' ? 1 / 256 : 0
  return (stored: number) => {
    const light = lit(stored)
    return map[4 * levelOf(light)]! + 256 * map[4 * solidLevelOf(light, black) + 3]!
  }
}

/** There are fewer 16-bit numbers than voxels: each is looked up. */
const tableOf = (values: Volume['img'], shade: (stored: number) => number) => {
  if (values instanceof Float32Array || values.length < 1 << 16) return undefined
  return Uint16Array.from({ length: 1 << 16 }, (_, n) => shade(values instanceof Int16Array ? (n << 16) >> 16 : n))
}

/** NiiVue colors overlaid volumes itself, linear from end to end: if the window is not linear, it gets precomputed levels. */
const leveled = (view: Niivue, volume: NVImage): NVImage => {
  if (shapeOf(volume) === 'LINEAR_EXACT' || !isShadable(view, volume)) return volume
  const { img } = volume
  const lit = litOf(volume)
  const level = (stored: number) => levelOf(lit(stored))
  const table = tableOf(img, level)
  const levels = new Uint8Array(img.length)
  for (let n = 0; n < img.length; n++) levels[n] = table ? table[img[n]! & 0xffff]! : level(img[n]!)
  const hdr = { ...volume.hdr, datatypeCode: 2, scl_slope: 1, scl_inter: 0 }
  return Object.create(volume, {
    hdr: { value: hdr },
    img: { value: levels },
    cal_min: { value: 0 },
    cal_max: { value: 255 },
  })
}

const maxVoxelsPerSlab = 1 << 22

/** Sends the shades slice by slice, in NiiVue's drawing order. */
const sendShades = (view: Niivue, volume: Volume) => {
  const { gl } = view
  const { img, dimsRAS, img2RASstep, img2RASstart } = volume
  const [, width = 0, height = 0, depth = 0] = dimsRAS
  const [across = 0, up = 0, through = 0] = img2RASstep
  const start = img2RASstart.reduce((sum, one) => sum + one, 0)
  const shade = shadeOf(view, volume)
  const table = tableOf(img, shade)
  const slices = Math.max(1, Math.min(depth, Math.floor(maxVoxelsPerSlab / (width * height))))
  const shades = new Uint16Array(slices * width * height)
  for (let z = 0; z < depth; z += slices) {
    const count = Math.min(slices, depth - z)
    let to = 0
    for (let slice = 0; slice < count; slice++)
      for (let y = 0; y < height; y++) {
        let from = start + (z + slice) * through + y * up
        for (let x = 0; x < width; x++, from += across) {
          const value = img[from]!
          shades[to++] = table ? table[value & 0xffff]! : shade(value)
        }
      }
    const bytes = new Uint8Array(shades.buffer, 0, 2 * to)
    gl.texSubImage3D(gl.TEXTURE_3D, 0, 0, 0, z, width, height, count, gl.LUMINANCE_ALPHA, gl.UNSIGNED_BYTE, bytes)
  }
}

/** Whether WebGL 2 accepts textures of gray with opacity, two bytes per voxel. */
const takesShades = ({ gl }: Niivue) => {
  const probe = gl.createTexture()
  gl.activeTexture(gl.TEXTURE0)
  gl.bindTexture(gl.TEXTURE_3D, probe)
  gl.texImage3D(gl.TEXTURE_3D, 0, gl.LUMINANCE_ALPHA, 2, 2, 2, 0, gl.LUMINANCE_ALPHA, gl.UNSIGNED_BYTE, null)
  const isTaken = gl.getError() === gl.NO_ERROR
  gl.deleteTexture(probe)
  return isTaken
}

/** A texture for shades; the previous one if its size is the same. */
const textures = ({ gl }: Niivue) => {
  let made: { texture: WebGLTexture; size: string } | undefined
  return (before: WebGLTexture | null, dims: readonly number[]) => {
    const [, width = 0, height = 0, depth = 0] = dims
    const size = `${width} ${height} ${depth}`
    const isKept = before !== null && made?.texture === before && made.size === size
    if (before && !isKept) gl.deleteTexture(before)
    const texture = isKept ? before : gl.createTexture()
    made = { texture, size }
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_3D, texture)
    for (const side of [gl.TEXTURE_WRAP_R, gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_3D, side, gl.CLAMP_TO_EDGE)
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
    const format = gl.LUMINANCE_ALPHA
    if (!isKept) gl.texImage3D(gl.TEXTURE_3D, 0, format, width, height, depth, 0, format, gl.UNSIGNED_BYTE, null)
    return texture
  }
}

/**
 * NiiVue sends all values to the graphics card and has it color them, slice by slice, into four bytes per voxel, with each new window:
 * without a card, most of the time until the first picture. Here the shades are looked up, and two bytes per voxel are sent.
 */
export const colorOnTheWay = (view: Niivue) => {
  if (!takesShades(view)) return
  const { gl } = view
  const textureFor = textures(view)
  const [refresh, textureOf] = [view.refreshLayers.bind(view), view.rgbaTex.bind(view)]
  view.refreshLayers = (volume, layer) => {
    if (layer > 0) return refresh(leveled(view, volume), layer)
    if (!isShadable(view, volume)) return refresh(volume, layer)
    // NiiVue does everything else, with a single value in place of all, and draws nothing into the texture.
    const hdr = { ...volume.hdr, dims: [3, 1, 1, 1, 1, 1, 1, 1], datatypeCode: 2 }
    const single: NVImage = Object.create(volume, { hdr: { value: hdr }, img: { value: new Uint8Array(1) } })
    view.rgbaTex = (before, unit, dims, isEmpty) =>
      unit === gl.TEXTURE0 ? textureFor(before, dims) : textureOf(before, unit, dims, isEmpty)
    gl.drawArrays = () => undefined
    try {
      refresh(single, layer)
    } finally {
      view.rgbaTex = textureOf
      Reflect.deleteProperty(gl, 'drawArrays')
    }
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_3D, view.volumeTexture)
    sendShades(view, volume)
  }
}
