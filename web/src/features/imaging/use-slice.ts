import { useState } from 'react'
import { isInverted, type Windowing } from './images.ts'
import { type Action, slicesMoved } from './keys.ts'
import type { Part } from './parts.ts'
import { usePicture } from './queries.ts'
import { noZoom, type Zoom, zoomedBy } from './use-slice-gestures.ts'
import { adjusted, isSameWindowing } from './windowing.ts'

/** Which slice is shown, its zoom and window, as chosen here or as recorded, and its picture. */
export const useSlice = (study: string, series: string, part: Part) => {
  const { images } = part
  const [wanted, setWanted] = useState<number>()
  const [chosen, setChosen] = useState<Windowing>()
  const [hasOverlays, setOverlays] = useState(true)
  const [zoom, setZoom] = useState<Zoom>(noZoom)
  const count = images.length
  const at = Math.min(wanted ?? Math.floor(count / 2), Math.max(0, count - 1))
  // Only gray images have a window.
  const isGray = images[at]?.photometric.startsWith('MONOCHROME') ?? false
  // Each picture uses its own file's window until the user chooses another.
  const recorded = isGray ? images[at]?.windowing : undefined
  const windowing = isGray ? (chosen ?? recorded) : undefined
  const hasOverlay = images.some((image) => image.hasOverlay)
  const isBare = hasOverlay && !hasOverlays
  const picture = usePicture({ study, series, part, at, windowing, isBare })
  const reset = () => {
    setWanted(undefined)
    setChosen(undefined)
    setZoom(noZoom)
  }
  // A window for bone, and a place that was zoomed into, mean nothing in another series.
  const [current, setCurrent] = useState(series)
  if (current !== series) {
    setCurrent(series)
    reset()
  }
  const goTo = (slice: number) => count > 0 && setWanted(Math.max(0, Math.min(count - 1, Math.round(slice))))

  const act = (action: Action) => {
    const steps = slicesMoved(action)
    const changed = windowing && adjusted(windowing, action, images[at] !== undefined && isInverted(images[at]))
    if (steps !== undefined) goTo(at + steps)
    else if (changed) setChosen(changed)
    else if (action === 'larger') setZoom((zoom) => zoomedBy(zoom, 1.25))
    else if (action === 'smaller') setZoom((zoom) => zoomedBy(zoom, 0.8))
    else if (action === 'reset') reset()
    else return false
    return true
  }
  return {
    count,
    at,
    goTo,
    zoom,
    changeZoom: setZoom,
    windowing,
    recorded,
    /** Whether the files' lines and letters are drawn; missing if there are none. */
    overlays: hasOverlay ? { areShown: hasOverlays, show: setOverlays } : undefined,
    setWindowing: (windowing: Windowing) =>
      setChosen(recorded && isSameWindowing(windowing, recorded) ? undefined : windowing),
    act,
    shown: picture.data,
    failure: picture.error,
    retry: () => void picture.refetch(),
  }
}
export type ShownSlice = ReturnType<typeof useSlice>
