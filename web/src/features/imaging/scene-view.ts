import { DRAG_MODE, MULTIPLANAR_TYPE, Niivue, SHOW_RENDER } from '@niivue/niivue'

const dragModes = (mode: DRAG_MODE) => ({
  mouseEventConfig: {
    leftButton: { primary: mode, withShift: DRAG_MODE.pan, withCtrl: DRAG_MODE.windowing },
    rightButton: DRAG_MODE.windowing,
    centerButton: DRAG_MODE.pan,
  },
  touchEventConfig: { singleTouch: mode, doubleTouch: DRAG_MODE.pan },
})

/** NiiVue with its own keys, texts and menus off. */
export const createView = () =>
  new Niivue({
    isRadiologicalConvention: true,
    // The planes are already placed as they will be beside 3D, which appears a moment later.
    multiplanarLayout: MULTIPLANAR_TYPE.GRID,
    multiplanarShowRender: SHOW_RENDER.NEVER,
    show3Dcrosshair: true,
    // If thinner, a small picture loses the line between two pixels.
    crosshairWidth: 0.8,
    crosshairWidthUnit: 'mm',
    crosshairColor: [0.35, 0.77, 0.82, 0.9],
    fontColor: [0.88, 0.91, 0.94, 1],
    showAllOrientationMarkers: true,
    // Space between the letters of two planes.
    multiplanarPadPixels: 16,
    isRuler: true,
    dragAndDropEnabled: false,
    clipPlaneHotKey: '',
    cycleClipPlaneHotKey: '',
    viewModeHotKey: '',
    // A long touch would reset the files' window.
    longTouchTimeout: 2 ** 31 - 1,
    loadingText: '',
    logLevel: 'silent',
  })

export const setDragMode = (view: Niivue, mode: DRAG_MODE) => {
  const { mouseEventConfig, touchEventConfig } = dragModes(mode)
  view.setMouseEventConfig(mouseEventConfig)
  view.setTouchEventConfig(touchEventConfig)
}

/** Without a graphics card 3D takes a second or two: the planes and their text do not wait for it. */
export const addSolid = (view: Niivue) =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        view.opts.multiplanarShowRender = SHOW_RENDER.ALWAYS
        view.drawScene()
      }),
    ),
  )

/** NiiVue draws after every step, and one picture may take a fifth of a second. */
export const drawOnce = (view: Niivue, steps: () => void) => {
  view.isBusy = true
  try {
    steps()
  } finally {
    view.isBusy = false
    view.drawScene()
  }
}
