import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { plainFramesOf } from '../dicomweb.ts'
import type { Part } from '../parts.ts'
import type { Scene } from '../scene.ts'
import { isLeaning } from '../volume-check.ts'
import { labelMapOf, maxLabels } from './label-map.ts'
import { type SegmentPixels, stacksOf } from './layers.ts'
import { isInSpaceOf, type Segmentation, segmentsOf } from './segments.ts'
import type { Segmentations } from './use-segmentations.ts'

/** The limit for pixels kept in addition to a large volume. */
const maxBytes = 60_000_000

const bytesOf = ({ frames, allocated }: Segmentation) =>
  frames.reduce((sum, { image }) => sum + Math.ceil((image.rows * image.columns * allocated) / 8), 0)

/** Those whose pixels and segments together stay within the limits, in order. */
const notTooLarge = (all: readonly Segmentation[]) => {
  const taken: Segmentation[] = []
  for (const one of all) {
    const more = [...taken, one]
    const bytes = more.reduce((sum, each) => sum + bytesOf(each), 0)
    if (bytes <= maxBytes && segmentsOf(more).length <= maxLabels) taken.push(one)
  }
  return taken
}

const pixelsOf = async (study: string, segmentation: Segmentation, signal: AbortSignal): Promise<SegmentPixels> => {
  const { series, instance, frames } = segmentation
  const pixels: Uint8Array[] = []
  const wanted = frames.map(({ image: { frame } }) => ({ instance, frame }))
  for await (const bytes of plainFramesOf({ study, series }, wanted, signal)) pixels.push(bytes)
  if (pixels.length !== frames.length) throw new Error('Frames of a segmentation are missing')
  return { segmentation, pixels }
}

type Shown = { part: Part; nifti: ArrayBuffer } | undefined

/** Which segmentations are in the current volume, and their labels in the scene. */
export const useSegmentVolume = (scene: Scene | undefined, shown: Shown, segmentations: Segmentations) => {
  const { study, all, isShown, hidden, percent } = segmentations
  const image = shown?.part.images[0]
  const isUpright = useMemo(() => !shown || !isLeaning(shown.part.images), [shown])
  const inSpace = useMemo(() => all.filter((one) => image && isInSpaceOf(one, image)), [all, image])
  const drawn = useMemo(() => (isUpright ? notTooLarge(inSpace) : []), [inSpace, isUpright])
  const stacks = useQuery({
    queryKey: ['images', 'segment-layers', study, ...drawn.map(({ instance }) => instance)],
    enabled: drawn.length > 0 && isShown,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const layers = []
      for (const one of drawn) layers.push(...stacksOf(await pixelsOf(study, one, signal)))
      return layers
    },
  })
  useEffect(() => {
    if (!scene) return
    const grid = stacks.data && shown && isShown && scene.grid()
    const seen = segmentsOf(drawn).filter(({ key }) => !hidden.includes(key))
    // Not cached: for a whole head it is half as large as the volume.
    const map = grid && labelMapOf(stacks.data, seen, grid)
    if (map) scene.showSegments(map)
    else scene.clearSegments()
  }, [scene, shown, stacks.data, isShown, drawn, hidden])
  useEffect(() => {
    scene?.setSegmentStrength(percent)
  }, [scene, percent])
  return {
    drawn,
    elsewhere: image ? all.filter((one) => !inSpace.includes(one)) : [],
    isLoading: stacks.isLoading,
    isError: stacks.isError,
    tooLarge: isUpright ? inSpace.length - drawn.length : 0,
    isUpright,
  }
}
