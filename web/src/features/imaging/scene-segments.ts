import type { State } from './scene-state.ts'
import type { Grid, LabelMap } from './segmentation/label-map.ts'

/** The voxels of the current volume, in NiiVue's drawing order. */
export const gridOf = ({ view }: State): Grid | undefined => {
  const { matRAS, dimsRAS } = view.volumes[0] ?? {}
  if (!matRAS || !dimsRAS) return undefined
  const [, x = 0, y = 0, z = 0] = dimsRAS
  return { size: [x, y, z], toMm: Array.from(matRAS).slice(0, 12) }
}

/** Removes the labels, and frees their memory. */
export const clearSegments = ({ view }: State) => {
  view.drawOpacity = 0
  if (view.drawBitmap) view.closeDrawing()
}

export const setSegmentStrength = (state: State, strength: number) => {
  state.segmentStrength = strength
  if (state.view.drawBitmap) state.view.setDrawOpacity(strength)
}

/**
 * Overlays labels on the volume like NiiVue's drawings: one byte per voxel in the graphics card, where a second volume would take four,
 * and the first would be recolored with each change.
 */
export const showSegments = (state: State, { from, size, labels, colors }: LabelMap) => {
  const { view } = state
  const { gl } = view
  const dims = view.back?.dims
  if (!dims) return
  view.drawLut = { ...view.drawLut, lut: colors }
  view.refreshColormaps()
  // WebGL initializes a texture with zeros.
  view.drawTexture = view.r8Tex(view.drawTexture, gl.TEXTURE7, dims)
  gl.texSubImage3D(gl.TEXTURE_3D, 0, ...from, ...size, gl.RED, gl.UNSIGNED_BYTE, labels)
  // 3D only checks whether there is one: the labels themselves are in the graphics card.
  view.drawBitmap = new Uint8Array(9)
  view.setDrawOpacity(state.segmentStrength)
}
