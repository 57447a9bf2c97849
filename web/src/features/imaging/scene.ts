import { DRAG_MODE, NVImage, SLICE_TYPE } from '@niivue/niivue'
import type { Windowing } from './images.ts'
import type { Action } from './keys.ts'
import { type CoverLook, cover, covers, setCoverWindowing, uncover } from './scene-cover.ts'
import { drawScale, outlineText } from './scene-marks.ts'
import { clearSegments, gridOf, setSegmentStrength, showSegments } from './scene-segments.ts'
import { colorOnTheWay, setWindowShape } from './scene-shades.ts'
import {
  type Layout,
  type Listeners,
  type Look,
  type Place,
  type State,
  type Target,
  withoutUserChange,
} from './scene-state.ts'
import { act, move } from './scene-steps.ts'
import { fullOf, shareValues } from './scene-values.ts'
import { addSolid, createView, drawOnce, setDragMode } from './scene-view.ts'
import type { LabelMap } from './segmentation/label-map.ts'
import { sliceShader } from './slice-shader.ts'
import { rangeOf, shownWindowing, windowingOf } from './windowing.ts'

const sliceTypes: Record<Layout, SLICE_TYPE> = {
  axial: SLICE_TYPE.AXIAL,
  coronal: SLICE_TYPE.CORONAL,
  sagittal: SLICE_TYPE.SAGITTAL,
  planes: SLICE_TYPE.MULTIPLANAR,
  solid: SLICE_TYPE.RENDER,
}

const publishWindowing = ({ view, listeners }: State) => {
  const shown = view.volumes[0]
  if (shown) listeners.windowing(shownWindowing(windowingOf(shown.cal_min ?? 0, shown.cal_max ?? 0)))
}

const publishChanges = (state: State, canvas: HTMLCanvasElement) => {
  const { view, listeners } = state
  view.onLocationChange = (location) => {
    const { vox, mm, values } = location as { vox: Float32Array; mm: Float32Array; values: { value: number }[] }
    const volume = view.volumes[0]
    const [, width = 0, height = 0, depth = 0] = volume?.dimsRAS ?? []
    const [x = 0, y = 0, z = 0] = vox
    const [right = 0, front = 0, top = 0] = mm
    if (!volume) return
    const place: Place = {
      voxel: [x, y, z],
      of: [width, height, depth],
      mm: [right, front, top],
      value: values[0]?.value ?? 0,
    }
    listeners.place(place)
    if (!state.isProgrammatic) listeners.moved?.(place)
  }
  // A drag changes the window without a word.
  const dragged = () => requestAnimationFrame(() => publishWindowing(state))
  for (const name of ['mousemove', 'mouseup', 'touchmove', 'touchend'] as const) canvas.addEventListener(name, dragged)
}

const setWindowing = (state: State, windowing: Windowing) => {
  const shown = state.view.volumes[0]
  if (!shown) return
  const { least, most } = rangeOf(windowing)
  Object.assign(shown, { cal_min: least, cal_max: most })
  state.view.updateGLVolume()
  publishWindowing(state)
}

const pixelsPerWidth = 250

/** A drag changes the window by parts of its width. NiiVue's own counts in whole values, and makes no window narrower than one. */
const dragWindowing = (state: State, x: number, y: number) => {
  const { uiData, volumes } = state.view
  const { center, width } = windowingOf(volumes[0]?.cal_min ?? 0, volumes[0]?.cal_max ?? 0)
  const [across, up] = [(x - uiData.windowX) / pixelsPerWidth, (uiData.windowY - y) / pixelsPerWidth]
  Object.assign(uiData, { windowX: x, windowY: y })
  // A finger begins anew without a word.
  if (Math.hypot(across, up) * pixelsPerWidth > 100) return
  setWindowing(state, { center: center + up * width, width: width * Math.exp(across) })
}

/** What is high is black, and what is black lets light through in 3D. NiiVue's own inversion would make air solid. */
const inverse = { R: [255, 0], G: [255, 0], B: [255, 0], A: [128, 0], I: [0, 255] }

const showVolume = async (state: State, nifti: ArrayBuffer, look: Look, isWanted: () => boolean) => {
  const { windowing, windowShape, isInverted } = look
  const { view } = state
  const next = await NVImage.loadFromUrl({ url: nifti, name: 'series.nii', colormap: isInverted ? 'inverse' : 'gray' })
  if (!isWanted()) return undefined
  shareValues(next, nifti)
  setWindowShape(next, windowShape)
  state.full = fullOf(next, look.padding)
  const { least, most } = rangeOf(windowing ?? state.full)
  Object.assign(next, { cal_min: least, cal_max: most })
  withoutUserChange(state, () =>
    drawOnce(view, () => {
      clearSegments(state)
      for (const old of [...view.volumes]) view.removeVolume(old)
      view.addVolume(next)
      move(view, [0, 0, 0])
    }),
  )
  publishWindowing(state)
  if (state.hasSolid) addSolid(view)
  return state.full
}

/** Whether the place is in the volume; one that is not is not gone to. */
const goTo = (state: State, target: Target) => {
  const { view } = state
  if (view.volumes.length === 0) return false
  const [x = 0, y = 0, z = 0] = 'mm' in target ? target.mm : target.part
  const at = 'mm' in target ? view.mm2frac([x, y, z], 0, true) : [x, y, z]
  const [right = 0, front = 0, top = 0] = at
  if (Math.min(right, front, top) < 0 || Math.max(right, front, top) > 1) return false
  withoutUserChange(state, () => {
    view.scene.crosshairPos = [right, front, top]
    view.createOnLocationChange()
    view.drawScene()
  })
  return true
}

const reset = (state: State, windowing: Windowing | undefined) => {
  const { view } = state
  drawOnce(view, () => {
    view.setPan2Dxyzmm([0, 0, 0, 1])
    view.setScale(1)
    view.setRenderAzimuthElevation(110, 10)
    view.scene.crosshairPos = [0.5, 0.5, 0.5]
    setWindowing(state, windowing ?? state.full)
    move(view, [0, 0, 0])
  })
}

/** NiiVue on a canvas, reduced to what the viewer asks of it. Its own keys are off: they have no buttons. */
export const openScene = async (canvas: HTMLCanvasElement, listeners: Listeners, { hasSolid = true } = {}) => {
  const view = createView()
  setDragMode(view, DRAG_MODE.crosshair)
  for (const [name, map] of Object.entries({ inverse, ...covers })) view.addColormap(name, map)
  view.drawRuler = () => drawScale(view)
  outlineText(view)
  await view.attachToCanvas(canvas)
  view.setCustomSliceShader(sliceShader)
  colorOnTheWay(view)
  view.drawOpacity = 0
  const state: State = {
    view,
    listeners,
    layout: 'planes',
    full: { center: 0, width: 1 },
    hasSolid,
    isProgrammatic: false,
    covered: 0,
    segmentStrength: 0.5,
  }
  view.windowingHandler = (x, y) => dragWindowing(state, x, y)
  publishChanges(state, canvas)
  return {
    /**
     * Shows a volume in place of the one before, unless it is no longer wanted once it is read; the window of the files, or all values,
     * which are told once it is shown.
     */
    show: (nifti: ArrayBuffer, look: Look, isWanted = () => true) => showVolume(state, nifti, look, isWanted),
    setWindowing: (windowing: Windowing) => setWindowing(state, windowing),
    setLayout: (next: Layout) => {
      state.layout = next
      view.setSliceType(sliceTypes[next])
    },
    setDragging: (what: 'crosshair' | 'windowing') => setDragMode(view, DRAG_MODE[what]),
    act: (action: Action) => act(state, action),
    goTo: (target: Target) => goTo(state, target),
    /** Lays another volume over this one, where its coordinates say. */
    cover: (nifti: ArrayBuffer, look: CoverLook) => {
      const own = ++state.covered
      return cover(state, nifti, look, () => state.covered === own)
    },
    uncover: () => {
      state.covered++
      uncover(state)
    },
    setCoverWindowing: (windowing: Windowing) => setCoverWindowing(state, windowing),
    setStrength: (percent: number) => {
      view.overlayAlphaShader = percent / 100
      view.drawScene()
    },
    grid: () => gridOf(state),
    showSegments: (map: LabelMap) => showSegments(state, map),
    setSegmentStrength: (percent: number) => setSegmentStrength(state, percent / 100),
    clearSegments: () => clearSegments(state),
    reset: (windowing: Windowing | undefined) => reset(state, windowing),
    /** What is drawn, as a PNG; it must be taken in the moment in which it is drawn. */
    snapshot: () =>
      new Promise<Blob | null>((resolve) => {
        view.drawScene()
        canvas.toBlob(resolve, 'image/png')
      }),
    close: () => {
      view.cleanup()
      view.gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>
