import { useRef } from 'react'
import type { Place } from '../scene.ts'
import { usePartVolume, useScene, useShown } from '../use-volume-scene.ts'
import { presetsOf } from '../windowing.ts'
import type { Spot } from './link.ts'
import type { Side } from './use-side.ts'

/** Parts of the way from the right, the back and the feet, as NiiVue counts them: to the middle of a voxel. */
export const spotOfPlace = ({ voxel, of, mm }: Place): Spot => ({
  mm,
  part: voxel.map((at, n) => (at + 0.5) / (of[n] ?? 1)),
})

type Heard = {
  onMoved: (spot: Spot) => void
  onFailure: (error: unknown) => void
  onUnable: (why: 'noWebGl' | 'noVolume') => void
}

/** The volume of one side on a canvas of its own. */
export const useVolumePane = (side: Side, { onMoved, onFailure, onUnable }: Heard) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const heard = { onFailure, onUnable, onPart: () => undefined, onMoved: (place: Place) => onMoved(spotOfPlace(place)) }
  const handlers = useRef(heard)
  handlers.current = heard
  const { scene, place, windowing } = useScene(canvas, handlers, false)
  const { failure, retry, have, ...fetched } = usePartVolume(side, handlers)
  const { full, shown } = useShown(scene, { ...fetched, uid: side.series.uid, part: side.part }, canvas, handlers)
  const isShown = side.part !== undefined && shown?.part === side.part
  return {
    canvas,
    scene,
    failure,
    retry,
    have,
    ...fetched,
    part: isShown ? side.part : undefined,
    place: isShown ? place : undefined,
    windowing: isShown ? windowing : undefined,
    presets: presetsOf({ recorded: fetched.wish, full, modality: side.series.modality }),
  }
}
export type VolumePane = ReturnType<typeof useVolumePane>
