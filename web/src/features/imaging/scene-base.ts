import { lightOf, type WindowShape } from '@fornix/contract'
import { type Niivue, NVImage } from '@niivue/niivue'
import type { Range } from './scene-state.ts'
import { windowingOf } from './windowing.ts'

type Volume = NVImage & Required<Pick<NVImage, 'img' | 'dimsRAS' | 'img2RASstep' | 'img2RASstart'>>
const kinds = [Uint8Array, Int16Array, Uint16Array, Float32Array]
const isGray = (map: Uint8ClampedArray) => map.every((value, n) => n % 4 === 3 || value === map[n - (n % 4)])

/** The volumes that are colored here: one number a voxel, in a scale of grays. */
const isShadable = (view: Niivue, volume: NVImage): volume is Volume =>
  volume.img?.length === volume.nVox3D &&
  kinds.some((kind) => volume.img instanceof kind) &&
  volume.img2RASstep !== undefined &&
  volume.img2RASstart !== undefined &&
  !view.opts.is2DSliceShader &&
  isGray(view.colormap(volume.colormap))

const shapes = new WeakMap<NVImage, WindowShape>()
/** How windows make light of the values of a volume; without it straight from end to end, as those of NiiVue. */
export const setWindowShape = (volume: NVImage, shape: WindowShape) => shapes.set(volume, shape)

const shapeOf = (volume: NVImage) => shapes.get(volume) ?? 'LINEAR_EXACT'

/** The light of each value in the window; below 0 and above 1 outside of it. */
const litOf = (volume: Volume) => {
  const { hdr, cal_min = 0, cal_max = 1 } = volume
  const width = Math.max(1e-5, Math.abs(cal_max - cal_min))
  const light = lightOf(shapeOf(volume), (cal_min + cal_max) / 2, width)
  const [slope, intercept] = [hdr?.scl_slope || 1, hdr?.scl_inter ?? 0]
  return (stored: number) => light(slope * stored + intercept)
}
/** Where in the color map, from 0 to 255, a light stands. */
const levelOf = (lit: number) => Math.min(255, Math.max(0, Math.round(255 * lit)))
/** Where NiiVue's shader finds it, which is up to 2 higher near black: of what lets light through 3D is made of many. */
const solidLevelOf = (lit: number, black: number) =>
  lit > black ? Math.min(255, Math.max(2, Math.floor(256 * lit))) : 0

/** Light and what it lets through, in one number, of each value in the window. */
const shadeOf = (view: Niivue, volume: Volume) => {
  const map = view.colormap(volume.colormap)
  const lit = litOf(volume)
  // A curve reaches black nowhere.
  const black = shapeOf(volume) === 'SIGMOID' ? 1 / 256 : 0
  return (stored: number) => {
    const light = lit(stored)
    return map[4 * levelOf(light)]! + 256 * map[4 * solidLevelOf(light, black) + 3]!
  }
}

/** There are fewer numbers of 16 bits than voxels: each is looked up. */
const tableOf = (values: Volume['img'], shade: (stored: number) => number) => {
  if (values instanceof Float32Array || values.length < 1 << 16) return undefined
  return Uint16Array.from({ length: 1 << 16 }, (_, n) => shade(values instanceof Int16Array ? (n << 16) >> 16 : n))
}

/**
 * What lies over another volume NiiVue colors by itself, straight from end to end: where its window is not straight it is given the levels.
 */
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

const mostVoxelsAtOnce = 1 << 22

/** Sends the shades slice by slice, in the order in which NiiVue draws. */
const sendShades = (view: Niivue, volume: Volume) => {
  const { gl } = view
  const { img, dimsRAS, img2RASstep, img2RASstart } = volume
  const [, width = 0, height = 0, depth = 0] = dimsRAS
  const [across = 0, up = 0, through = 0] = img2RASstep
  const start = img2RASstart.reduce((sum, one) => sum + one, 0)
  const shade = shadeOf(view, volume)
  const table = tableOf(img, shade)
  const slices = Math.max(1, Math.min(depth, Math.floor(mostVoxelsAtOnce / (width * height))))
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

/** Whether grays that let light through can be textures of two bytes a voxel, as WebGL 2 says. */
const takesShades = ({ gl }: Niivue) => {
  const probe = gl.createTexture()
  gl.activeTexture(gl.TEXTURE0)
  gl.bindTexture(gl.TEXTURE_3D, probe)
  gl.texImage3D(gl.TEXTURE_3D, 0, gl.LUMINANCE_ALPHA, 2, 2, 2, 0, gl.LUMINANCE_ALPHA, gl.UNSIGNED_BYTE, null)
  const isTaken = gl.getError() === gl.NO_ERROR
  gl.deleteTexture(probe)
  return isTaken
}

/** A texture for shades; the one before where it has the same size. */
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
 * NiiVue sends all values to the graphics card and has it color them, slice by slice, into four bytes a voxel, with each new window: most
 * of the time until the first picture where there is no card. Here the shades are looked up, and two bytes a voxel are sent.
 */
export const colorOnTheWay = (view: Niivue) => {
  if (!takesShades(view)) return
  const { gl } = view
  const textureFor = textures(view)
  const [refresh, textureOf] = [view.refreshLayers.bind(view), view.rgbaTex.bind(view)]
  view.refreshLayers = (volume, layer) => {
    if (layer > 0) return refresh(leveled(view, volume), layer)
    if (!isShadable(view, volume)) return refresh(volume, layer)
    // NiiVue does everything else, with a single value in the place of all, and draws nothing into the texture.
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

/** Lets a volume read its values where they are: NiiVue has made a copy of the file, and both would stay. */
export const shareValues = (volume: NVImage, nifti: ArrayBuffer) => {
  const { img, hdr } = volume
  const start = hdr?.vox_offset ?? 0
  const kind = kinds.find((one) => img instanceof one)
  // Elsewhere the values were made from those of the file.
  const isWhole = hdr?.littleEndian && img?.byteLength === nifti.byteLength - start
  if (kind && img && isWhole && start % kind.BYTES_PER_ELEMENT === 0) volume.img = new kind(nifti, start, img.length)
}

/** Each number once, where there are fewer of 16 bits than values; else all values as they are. */
const numbersIn = (values: NonNullable<NVImage['img']>): ArrayLike<number> => {
  const isShort = values instanceof Uint8Array || values instanceof Int16Array || values instanceof Uint16Array
  if (!isShort || values.length < 1 << 16) return values
  const seen = new Uint8Array(1 << 16)
  // By number: of many millions an iterator takes ten times as long.
  for (let n = 0; n < values.length; n++) seen[values[n]! & 0xffff] = 1
  const isSigned = values instanceof Int16Array
  return Array.from(seen.keys(), (n) => (isSigned ? (n << 16) >> 16 : n)).filter((number) => seen[number & 0xffff])
}
const numbers = new WeakMap<NVImage, ArrayLike<number>>()

type IsLeftOut = (value: number) => boolean
/** The least and the greatest value that counts, where there is one. */
const spanOf = (volume: NVImage, isLeftOut: IsLeftOut = () => false): Range | undefined => {
  const [slope, intercept] = [volume.hdr?.scl_slope || 1, volume.hdr?.scl_inter ?? 0]
  const all = numbers.get(volume) ?? []
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let n = 0; n < all.length; n++) {
    // Of a slope below 0 the least number stands for the greatest value.
    const value = all[n]! * slope + intercept
    if (isLeftOut(value)) continue
    if (value < least) least = value
    if (value > most) most = value
  }
  return least <= most ? { least, most } : undefined
}

/** The window of all values is that of the least and the greatest. NiiVue's own also sorts them, for a window that is not used. */
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

/** The window of all values but those of the padding, which are lower than air in CT. */
export const fullOf = (volume: NVImage, padding: Range | undefined) => {
  const all = windowingOf(volume.global_min ?? 0, volume.global_max ?? 1)
  if (!padding) return all
  const body = spanOf(volume, (value) => value >= padding.least && value <= padding.most)
  return body && body.least < body.most ? windowingOf(body.least, body.most) : all
}

/** NiiVue's own reads four textures at each point, whether there is something in them or not. It finds one uniform a line. */
export const sliceShader = `#version 300 es
precision highp int;
precision highp float;
uniform highp sampler3D volume;
uniform highp sampler3D overlay;
uniform highp sampler3D drawing;
uniform highp sampler2D colormap;
uniform float overlays;
uniform float overlayAlphaShader;
uniform float opacity;
uniform float drawOpacity;
in vec3 texPos;
out vec4 color;
void main() {
  color = vec4(texture(volume, texPos).rgb, opacity);
  if (drawOpacity > 0.0) {
    float maps = float(textureSize(colormap, 0).y);
    float label = (texture(drawing, texPos).r * 255.0 + 0.5) / 256.0;
    vec4 drawn = texture(colormap, vec2(label, (maps - 0.5) / maps));
    color.rgb = mix(color.rgb, drawn.rgb, drawn.a * drawOpacity);
  }
  if (overlays > 0.0) {
    vec4 over = texture(overlay, texPos);
    color.rgb = mix(color.rgb, over.rgb, over.a * overlayAlphaShader);
  }
}`
