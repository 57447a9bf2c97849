import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { isNotLoaded, loadOrSayWhy } from '../../platform/http/program.ts'
import type { Series } from './dicomweb.ts'
import { isInverted, type Windowing } from './images.ts'
import type { Part } from './parts.ts'
import { useVolume } from './queries.ts'
import type { Scene } from './scene.ts'
import type { Place, Range } from './scene-state.ts'

type Handlers = RefObject<{
  onFailure: (error: unknown) => void
  /** This browser or these images make no volume. */
  onUnable: (why: 'noWebGl' | 'noVolume') => void
  /** A part is on the screen. */
  onPart: (part: Part) => void
  /** The person went to another place, and was not led there. */
  onMoved?: (place: Place) => void
}>

/** What opens a scene, once its code has come. */
const useSceneCode = () =>
  useQuery({
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: ['program', 'scene'],
    queryFn: () => loadOrSayWhy(async () => (await import('./scene.ts')).openScene),
  })

/** The scene on a canvas, as soon as its code has come, and what it says of itself. */
export const useScene = (canvas: RefObject<HTMLCanvasElement | null>, handlers: Handlers, hasSolid = true) => {
  const [scene, setScene] = useState<Scene>()
  const [place, setPlace] = useState<Place>()
  const [windowing, setWindowing] = useState<Windowing>()
  const { data: openScene } = useSceneCode()
  useEffect(() => {
    if (!openScene) return
    let opened: Scene | undefined
    let isGone = false
    const open = async () => {
      if (!canvas.current) return
      const moved = (place: Place) => handlers.current.onMoved?.(place)
      const next = await openScene(canvas.current, { place: setPlace, windowing: setWindowing, moved }, { hasSolid })
      if (isGone) return next.close()
      opened = next
      setScene(next)
    }
    open().catch(() => handlers.current.onUnable('noWebGl'))
    return () => {
      isGone = true
      opened?.close()
    }
  }, [canvas, handlers, hasSolid, openScene])
  return { scene, place, windowing }
}

/** What is padding in all images of a part, as rescaled values; a scale that differs has no one number for it. */
const paddingOf = ({ images }: Part): Range | undefined => {
  const [first] = images
  const { padding, slope, intercept } = first?.form ?? {}
  if (!padding || slope === undefined || intercept === undefined) return undefined
  const isShared = images.every(({ form }) => form?.slope === slope && form.intercept === intercept)
  const [from, to] = [padding.least, padding.most].map((stored) => stored * slope + intercept) as [number, number]
  // The scale of a volume is written with seven digits.
  const edge = Math.abs(slope) / 4
  return isShared ? { least: Math.min(from, to) - edge, most: Math.max(from, to) + edge } : undefined
}

const middleOf = <T>(all: readonly T[]) => all[Math.floor(all.length / 2)]

export type Wanted = {
  study: string
  series: Series
  /** Missing while the list of images is on its way. */
  part: Part | undefined
  /** Whether the part is all that the series holds. */
  isWhole: boolean
  /** Whether its volume is made of single frames of its files. */
  ofFrames: boolean
  listing: { failure: unknown; retry: () => void }
}
/** What is fetched of a part for its volume: `have` of `of` files or frames have come. */
export const usePartVolume = ({ study, series, part, isWhole, ofFrames, listing }: Wanted, handlers: Handlers) => {
  const [have, setHave] = useState(0)
  const volume = useVolume({ study, series, part, isWhole, ofFrames }, setHave)
  const code = useSceneCode()
  const failure = volume.error ?? listing.failure ?? code.error
  useEffect(() => {
    if (failure instanceof ApiFailure) handlers.current.onFailure(failure)
    else if (failure && !isNotLoaded(failure))
      handlers.current.onUnable(failure === code.error ? 'noWebGl' : 'noVolume')
  }, [failure, code.error, handlers])
  const retry = () => {
    if (listing.failure) listing.retry()
    for (const { isError, refetch } of [volume, code]) if (isError) void refetch()
  }
  const image = part && middleOf(part.images)
  const padding = useMemo(() => part && paddingOf(part), [part])
  return {
    have,
    of: ofFrames && part ? part.images.length : series.instances,
    nifti: volume.data,
    wish: image?.windowing,
    // All values, where there is no other window, reach from end to end.
    windowShape: image?.windowing ? image.windowShape : ('LINEAR_EXACT' as const),
    isInverted: image ? isInverted(image) : false,
    padding,
    failure,
    retry,
  }
}

type Fetched = Pick<ReturnType<typeof usePartVolume>, 'nifti' | 'wish' | 'windowShape' | 'isInverted' | 'padding'> & {
  uid: string
  part: Part | undefined
}
/** Puts the volume into the scene; `shown` is what is in it, `full` the window of all its values. */
export const useShown = (
  scene: Scene | undefined,
  { nifti, wish, windowShape, isInverted, padding, uid, part }: Fetched,
  canvas: RefObject<HTMLCanvasElement | null>,
  handlers: Handlers,
) => {
  const [full, setFull] = useState<Windowing>()
  const [shown, setShown] = useState<{ uid: string; part: Part; nifti: ArrayBuffer }>()
  useEffect(() => {
    if (!scene || !nifti || !part) return
    let isWanted = true
    scene
      .show(nifti, { windowing: wish, windowShape, isInverted, padding }, () => isWanted)
      .then(
        (range) => {
          if (!range) return
          setFull(range)
          setShown({ uid, part, nifti })
          handlers.current.onPart(part)
          if (document.activeElement === document.body) canvas.current?.focus({ preventScroll: true })
        },
        () => isWanted && handlers.current.onUnable('noVolume'),
      )
    return () => {
      isWanted = false
    }
  }, [scene, nifti, wish, windowShape, isInverted, padding, uid, part, canvas, handlers])
  return { full, shown }
}
