import type { Niivue } from '@niivue/niivue'
import { type Action, slicesMoved } from './keys.ts'
import type { Layout, State, Vector } from './scene-state.ts'
import { drawOnce } from './scene-view.ts'

// The meaning of a step on screen, in voxels. Radiological: the patient's right is on the left of the screen.
type Plane = { through: Vector; right: Vector; up: Vector }
const axial: Plane = { through: [0, 0, 1], right: [-1, 0, 0], up: [0, 1, 0] }
const planes: Record<Layout, Plane> = {
  axial,
  coronal: { through: [0, 1, 0], right: [-1, 0, 0], up: [0, 0, 1] },
  sagittal: { through: [1, 0, 0], right: [0, 1, 0], up: [0, 0, 1] },
  planes: axial,
  solid: axial,
}
const turns: Partial<Record<Action, [number, number]>> = { left: [-10, 0], right: [10, 0], up: [0, 10], down: [0, -10] }

export const move = (view: Niivue, direction: Vector, steps = 1) => {
  const [x, y, z] = direction
  view.moveCrosshairInVox(x * steps, y * steps, z * steps)
}

const zoom = (view: Niivue, factor: number) => {
  const [x = 0, y = 0, z = 0, scale = 1] = view.scene.pan2Dxyzmm
  drawOnce(view, () => {
    view.setPan2Dxyzmm([x, y, z, Math.min(8, Math.max(0.5, scale * factor))])
    view.setScale(Math.min(4, Math.max(0.5, view.scene.volScaleMultiplier * factor)))
  })
}

/** What a key or its button does. */
export const act = ({ view, layout }: State, action: Action) => {
  const { through, right, up } = planes[layout]
  const steps = slicesMoved(action)
  const turn = layout === 'solid' ? turns[action] : undefined
  if (steps !== undefined) move(view, through, steps)
  else if (turn)
    view.setRenderAzimuthElevation(view.scene.renderAzimuth + turn[0], view.scene.renderElevation + turn[1])
  else if (action === 'right') move(view, right)
  else if (action === 'left') move(view, right, -1)
  else if (action === 'up') move(view, up)
  else if (action === 'down') move(view, up, -1)
  else if (action === 'larger') zoom(view, 1.25)
  else if (action === 'smaller') zoom(view, 0.8)
}
