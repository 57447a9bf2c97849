import { useEffect, useState } from 'react'
import type { VolumePane } from './use-volume-pane.ts'

const half = 50

/** Overlays the second volume on the first, in the first one's scene; only if both have the same coordinates. */
export const useBlend = (pair: string, mayBlend: boolean, one: VolumePane, two: VolumePane) => {
  const [wanted, setWanted] = useState<string>()
  const [percent, setPercent] = useState(half)
  const [isFlickering, setFlickering] = useState(false)
  const isOn = mayBlend && pair !== '' && wanted === pair
  const { scene } = one
  const { nifti, isInverted, windowShape, windowing } = two
  useEffect(() => {
    if (!isOn || !scene || !nifti) return
    void scene.cover(nifti, { isInverted, windowShape })
    return () => scene.uncover()
  }, [isOn, scene, nifti, isInverted, windowShape])
  useEffect(() => {
    if (isOn && windowing) scene?.setCoverWindowing(windowing)
  }, [isOn, scene, windowing])
  useEffect(() => {
    if (isOn) scene?.setStrength(percent)
  }, [isOn, scene, percent])
  return {
    isOn,
    mayBlend,
    toggle: () => {
      setFlickering(false)
      setPercent(half)
      setWanted(isOn ? undefined : pair)
    },
    percent,
    setPercent,
    /** Shows only the one that is less visible now. */
    swap: () => setPercent((percent) => (percent < half ? 100 : 0)),
    isFlickering,
    setFlickering,
  }
}
export type Blend = ReturnType<typeof useBlend>
