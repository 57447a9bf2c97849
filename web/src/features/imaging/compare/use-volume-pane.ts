import { useEffect, useRef } from 'react'
import type { Layout, Place } from '../scene-state.ts'
import { usePartVolume, useScene, useShown } from '../use-volume-scene.ts'
import { presetsOf } from '../windowing.ts'
import type { Spot } from './link.ts'
import type { Side } from './use-side.ts'

/** Fractions of the way from the right, the back and the feet, as NiiVue counts them: to the middle of a voxel. */
export const spotOfPlace = ({ voxel, of, mm }: Place): Spot => ({
  mm,
  part: voxel.map((at, n) => (at + 0.5) / (of[n] ?? 1)),
})

type PaneHandlers = {
  onMoved: (spot: Spot) => void
  onFailure: (error: unknown) => void
  onUnable: (why: 'noWebGl' | 'noVolume') => void
}

/** One side's volume on its own canvas, or its aligned version. */
export const useVolumePane = (
  side: Side,
  layout: Layout,
  { onMoved, onFailure, onUnable }: PaneHandlers,
  aligned?: ArrayBuffer,
) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = {
    onFailure,
    onUnable,
    onPart: () => undefined,
    onMoved: (place: Place) => onMoved(spotOfPlace(place)),
  }
  const handlers = useRef(latest)
  handlers.current = latest
  const { scene, place, windowing } = useScene(canvas, handlers, false)
  useEffect(() => scene?.setLayout(layout), [scene, layout])
  const { failure, retry, have, of, ...fetched } = usePartVolume(side, handlers)
  const nifti = aligned ?? fetched.nifti
  const { full, shown } = useShown(
    scene,
    { ...fetched, nifti, uid: side.series.uid, part: side.part },
    canvas,
    handlers,
  )
  const isShown = side.part !== undefined && shown?.part === side.part && shown.nifti === nifti
  return {
    canvas,
    scene,
    failure,
    retry,
    have,
    of,
    ...fetched,
    nifti,
    /** The original volume, which is the one to align. */
    original: fetched.nifti,
    isAligned: aligned !== undefined,
    part: isShown ? side.part : undefined,
    place: isShown ? place : undefined,
    windowing: isShown ? windowing : undefined,
    presets: presetsOf({ recorded: fetched.wish, full, modality: side.series.modality }),
  }
}
export type VolumePane = ReturnType<typeof useVolumePane>
