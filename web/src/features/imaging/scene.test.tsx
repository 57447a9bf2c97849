import { expect, test, vi } from 'vitest'
import type { Action } from './keys.ts'
import { openScene } from './scene.ts'
import type { Layout, Look, Place } from './scene-state.ts'

/** Where a program that draws by itself is told to go; it needs a graphics card, which a test has not. */
const fake = vi.hoisted(() => ({ views: [] as unknown[], reading: undefined as Promise<void> | undefined }))
vi.mock('@niivue/niivue', () => {
  class Niivue {
    volumes: object[] = []
    opts = {}
    scene = { pan2Dxyzmm: [0, 0, 0, 1], volScaleMultiplier: 1, renderAzimuth: 110, renderElevation: 10 }
    moves: number[][] = []
    mouse: { leftButton?: { primary?: string } } = {}
    contexts = 0
    uiData = { windowX: 400, windowY: 400 }
    gl = new Proxy(
      {},
      { get: (_, name) => (name === 'getExtension' ? () => ({ loseContext: () => this.contexts++ }) : () => 1) },
    )
    constructor() {
      fake.views.push(this)
    }
    attachToCanvas = async () => undefined
    setMouseEventConfig = (config: typeof this.mouse) => Object.assign(this.mouse, config)
    setTouchEventConfig = () => undefined
    setSliceType = () => undefined
    fontPx = 20
    drawSliceOrientationText = () => undefined
    texts: { at: number[]; text: string; color: unknown }[] = []
    drawText(at: number[], text: string, _scale = 1, color: unknown = null) {
      this.texts.push({ at, text, color })
    }
    moveCrosshairInVox = (...steps: number[]) => this.moves.push(steps)
    setPan2Dxyzmm = (place: number[]) => Object.assign(this.scene, { pan2Dxyzmm: place })
    setScale = (scale: number) => Object.assign(this.scene, { volScaleMultiplier: scale })
    setRenderAzimuthElevation = (renderAzimuth: number, renderElevation: number) =>
      Object.assign(this.scene, { renderAzimuth, renderElevation })
    addVolume = (volume: object) => this.volumes.push(volume)
    removeVolume = (volume: object) => (this.volumes = this.volumes.filter((other) => other !== volume))
    updateGLVolume = () => undefined
    drawScene = () => undefined
    cleanup = () => undefined
    setCustomSliceShader = () => undefined
    addColormap = () => undefined
    onLocationChange: (location: object) => void = () => undefined
  }
  const loadFromUrl = async ({ colormap }: { colormap: string }) => {
    await fake.reading
    return { colormap, global_min: 0, global_max: 4000, dimsRAS: [3, 10, 20, 30] }
  }
  const modes = { crosshair: 'crosshair', windowing: 'windowing', pan: 'pan' }
  return {
    Niivue,
    NVImage: { loadFromUrl, prototype: {} },
    DRAG_MODE: modes,
    SLICE_TYPE: {},
    SHOW_RENDER: {},
    MULTIPLANAR_TYPE: {},
  }
})

type View = {
  volumes: { cal_min?: number; cal_max?: number; colormap: string }[]
  scene: { pan2Dxyzmm: number[]; volScaleMultiplier: number; renderAzimuth: number; renderElevation: number }
  moves: number[][]
  texts: { at: number[]; text: string; color: unknown }[]
  drawText: (at: number[], text: string) => void
  mouse: { leftButton?: { primary?: string } }
  contexts: number
  uiData: { windowX: number; windowY: number }
  windowingHandler: (x: number, y: number) => void
  onLocationChange: (location: object) => void
}
const isView = (view: unknown): view is View => view instanceof Object && 'moves' in view

const render = async () => {
  const places: Place[] = []
  const windows: object[] = []
  const scene = await openScene(document.createElement('canvas'), {
    place: (place) => places.push(place),
    windowing: (windowing) => windows.push(windowing),
  })
  const view = fake.views.at(-1)
  if (!isView(view)) throw new Error('Nothing draws')
  return { scene, view, places, windows }
}

// Voxels to the patient's right, front and top; the patient's right is on the left of the screen.
test.each<[Layout, Action, number[]]>([
  ['axial', 'next', [0, 0, 1]],
  ['axial', 'right', [-1, 0, 0]],
  ['axial', 'up', [0, 1, 0]],
  ['coronal', 'forward', [0, 5, 0]],
  ['coronal', 'left', [1, 0, 0]],
  ['coronal', 'down', [0, 0, -1]],
  ['sagittal', 'previous', [-1, 0, 0]],
  ['sagittal', 'right', [0, 1, 0]],
  ['planes', 'back', [0, 0, -5]],
  ['solid', 'next', [0, 0, 1]],
])('in the view %s the command “%s” moves the crosshair by %o', async (layout, action, steps) => {
  const { scene, view } = await render()
  scene.setLayout(layout)
  scene.act(action)
  expect(view.moves.at(-1)?.map((step) => step + 0)).toEqual(steps)
})

test('in 3D the arrows turn the head instead', async () => {
  const { scene, view } = await render()
  scene.setLayout('solid')
  for (const action of ['right', 'right', 'up'] as const) scene.act(action)
  expect(view.scene).toMatchObject({ renderAzimuth: 130, renderElevation: 20 })
  expect(view.moves).toEqual([])
  scene.reset(undefined)
  expect(view.scene).toMatchObject({ renderAzimuth: 110, renderElevation: 10 })
})

test('pictures grow and shrink within bounds, and Reset brings their size back', async () => {
  const { scene, view } = await render()
  for (let n = 0; n < 20; n++) scene.act('larger')
  expect([view.scene.pan2Dxyzmm[3], view.scene.volScaleMultiplier]).toEqual([8, 4])
  for (let n = 0; n < 30; n++) scene.act('smaller')
  expect([view.scene.pan2Dxyzmm[3], view.scene.volScaleMultiplier]).toEqual([0.5, 0.5])
  scene.reset(undefined)
  expect([view.scene.pan2Dxyzmm[3], view.scene.volScaleMultiplier]).toEqual([1, 1])
})

const plain: Look = { windowing: undefined, windowShape: 'LINEAR_EXACT', isInverted: false }

test('a volume replaces the one before, in the window of its files or in that of all values, and inverted where low is white', async () => {
  const { scene, view, windows } = await render()
  expect(await scene.show(new ArrayBuffer(8), plain)).toEqual({ center: 2000, width: 4000 })
  expect(view.volumes).toMatchObject([{ cal_min: 0, cal_max: 4000, colormap: 'gray' }])
  await scene.show(new ArrayBuffer(8), { ...plain, windowing: { center: 40, width: 80 }, isInverted: true })
  expect(view.volumes).toMatchObject([{ cal_min: 0, cal_max: 80, colormap: 'inverse' }])
  scene.setWindowing({ center: 100, width: 50 })
  scene.reset({ center: 40, width: 80 })
  expect(windows.slice(-2)).toEqual([
    { center: 100, width: 50 },
    { center: 40, width: 80 },
  ])
})

test('a volume that is read only when another one is wanted does not come over that one, nor changes its window', async () => {
  const { scene, view, windows } = await render()
  const first = Promise.withResolvers<void>()
  fake.reading = first.promise
  let isWanted = true
  const early = { ...plain, windowing: { center: 100, width: 50 } }
  const late = scene.show(new ArrayBuffer(8), early, () => isWanted)
  fake.reading = undefined
  isWanted = false
  await scene.show(new ArrayBuffer(8), { ...plain, windowing: { center: 40, width: 80 } })
  first.resolve()
  expect(await late).toBeUndefined()
  expect(view.volumes).toMatchObject([{ cal_min: 0, cal_max: 80 }])
  expect(windows).toEqual([{ center: 40, width: 80 }])
})

test('a window below one value, as that of a diffusion map, is shown as the file asks', async () => {
  const { scene, view, windows } = await render()
  await scene.show(new ArrayBuffer(8), { ...plain, windowing: { center: 0.0015, width: 0.003 } })
  expect(view.volumes).toMatchObject([{ cal_min: 0, cal_max: 0.003 }])
  scene.setWindowing({ center: 0.001, width: 0.002 })
  expect(view.volumes).toMatchObject([{ cal_min: 0, cal_max: 0.002 }])
  expect(windows.at(-1)).toEqual({ center: 0.001, width: 0.002 })
})

test('a drag to the right widens a window and one upwards raises it, by parts of its width', async () => {
  const { scene, view, windows } = await render()
  await scene.show(new ArrayBuffer(8), { ...plain, windowing: { center: 0.001, width: 0.002 } })
  view.windowingHandler(425, 400)
  expect(windows.at(-1)).toEqual({ center: 0.001, width: 0.00221 })
  view.windowingHandler(400, 400)
  view.windowingHandler(400, 350)
  expect(windows.at(-1)).toEqual({ center: 0.0014, width: 0.002 })
  // A finger that was lifted and touches elsewhere.
  view.windowingHandler(100, 100)
  expect(windows.at(-1)).toEqual({ center: 0.0014, width: 0.002 })
})

test('letters have a dark edge all around, under the letter itself', async () => {
  const { view } = await render()
  view.drawText([100, 50], 'L')
  expect(view.texts).toHaveLength(9)
  expect(view.texts.at(-1)).toEqual({ at: [100, 50], text: 'L', color: null })
  const edge = view.texts.slice(0, -1)
  expect(edge.every(({ text, color }) => text === 'L' && String(color) === '0,0,0,1')).toBe(true)
  expect(new Set(edge.map(({ at: [x = 0, y = 0] }) => `${Math.sign(x - 100)} ${Math.sign(y - 50)}`)).size).toBe(8)
})

test('where the crosshair is, is told once there is a volume', async () => {
  const { scene, view, places } = await render()
  const location = { vox: new Float32Array([1, 2, 3]), mm: new Float32Array([-4, 5, 6]), values: [{ value: 77 }] }
  view.onLocationChange(location)
  expect(places).toEqual([])
  await scene.show(new ArrayBuffer(8), plain)
  view.onLocationChange(location)
  expect(places).toEqual([{ voxel: [1, 2, 3], of: [10, 20, 30], mm: [-4, 5, 6], value: 77 }])
})

test('a drag moves the crosshair unless it was switched to the window; closing frees the graphics card', async () => {
  const { scene, view } = await render()
  expect(view.mouse.leftButton?.primary).toBe('crosshair')
  scene.setDragging('windowing')
  expect(view.mouse.leftButton?.primary).toBe('windowing')
  scene.close()
  expect(view.contexts).toBe(1)
})
