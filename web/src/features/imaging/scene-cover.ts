import { NVImage } from '@niivue/niivue'
import type { Windowing } from './images.ts'
import { setWindowShape } from './scene-shades.ts'
import { type Look, type State, withoutUserChange } from './scene-state.ts'
import { rangeOf, windowingOf } from './windowing.ts'

/** An overlaid volume hides the one below, even where it is dark: `gray` would make it half transparent. */
export const covers = {
  cover: { R: [0, 255], G: [0, 255], B: [0, 255], A: [255, 255], I: [0, 255] },
  coverInverse: { R: [255, 0], G: [255, 0], B: [255, 0], A: [255, 255], I: [0, 255] },
}

export const uncover = ({ view }: State) => {
  const [, ...over] = view.volumes
  if (over.length === 0) return
  for (const old of over) view.removeVolume(old)
}

/** How an overlaid volume is drawn; its window is set separately. */
export type CoverLook = Omit<Look, 'windowing'>

export const cover = async (
  state: State,
  nifti: ArrayBuffer,
  { windowShape, isInverted }: CoverLook,
  isWanted: () => boolean,
) => {
  const { view } = state
  const next = await NVImage.loadFromUrl({
    url: nifti,
    name: 'cover.nii',
    colormap: isInverted ? 'coverInverse' : 'cover',
  })
  if (!isWanted()) return
  setWindowShape(next, windowShape)
  const { least, most } = rangeOf(state.coverWindowing ?? windowingOf(next.global_min ?? 0, next.global_max ?? 1))
  Object.assign(next, { cal_min: least, cal_max: most })
  uncover(state)
  withoutUserChange(state, () => view.addVolume(next))
}

export const setCoverWindowing = (state: State, windowing: Windowing) => {
  state.coverWindowing = windowing
  const [, over] = state.view.volumes
  if (!over) return
  const { least, most } = rangeOf(windowing)
  Object.assign(over, { cal_min: least, cal_max: most })
  state.view.updateGLVolume()
}
