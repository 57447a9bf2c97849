import { Button, Progress, Text } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import type { Series } from './dicomweb.ts'
import { isInverted, type Windowing } from './images.ts'
import { type Action, volumeActions } from './keys.ts'
import { messages } from './messages.ts'
import { partName } from './part-words.ts'
import type { Part } from './parts.ts'
import { failureText, useVolume } from './queries.ts'
import { nameOf } from './SeriesChooser.tsx'
import { tiltText } from './SlicePicture.tsx'
import { Stage } from './Stage.tsx'
import type { Layout, Place, Scene } from './scene.ts'
import { saveFile } from './snapshot.ts'
import styles from './viewer.module.css'
import { adjusted, presetsOf } from './windowing.ts'

type Props = {
  study: string
  series: Series
  /** Missing while the list of images is on its way. */
  part: Part | undefined
  /** Whether the part is all that the series holds. */
  isWhole: boolean
  /** Whether its volume is made of single frames of its files. */
  ofFrames: boolean
  listing: { failure: unknown; retry: () => void }
  chooser: ReactNode
  onAction: (action: Action) => void
  onFailure: (error: unknown) => void
  /** A part is on the screen. */
  onPart: (part: Part) => void
  /** This browser or these images make no volume. */
  onUnable: (why: 'noWebGl' | 'noVolume' | null) => void
  onPlay: (() => void) | undefined
  children?: ReactNode
}

// Large, and wanted by whoever opens a study: on its way while the study is still being asked for.
if ('WebGL2RenderingContext' in window) import('./scene.ts').catch(() => undefined)

const layoutNames: Partial<Record<Action, Layout>> = {
  axial: 'axial',
  coronal: 'coronal',
  sagittal: 'sagittal',
  planes: 'planes',
  solid: 'solid',
}

type Handlers = RefObject<Pick<Props, 'onFailure' | 'onUnable' | 'onPart'>>

/** The scene on a canvas, as soon as its code has come, and what it says of itself. */
const useScene = (canvas: RefObject<HTMLCanvasElement | null>, handlers: Handlers) => {
  const [scene, setScene] = useState<Scene>()
  const [place, setPlace] = useState<Place>()
  const [windowing, setWindowing] = useState<Windowing>()
  useEffect(() => {
    let opened: Scene | undefined
    let isGone = false
    const open = async () => {
      const { openScene } = await import('./scene.ts')
      if (isGone || !canvas.current) return
      const next = await openScene(canvas.current, { place: setPlace, windowing: setWindowing })
      if (isGone) return next.close()
      opened = next
      setScene(next)
    }
    open().catch(() => handlers.current.onUnable('noWebGl'))
    return () => {
      isGone = true
      opened?.close()
    }
  }, [canvas, handlers])
  return { scene, place, windowing }
}

const middleOf = <T,>(all: readonly T[]) => all[Math.floor(all.length / 2)]

/** What is fetched of a part for its volume: `have` of `of` files or frames have come. */
const usePartVolume = ({ study, series, part, isWhole, ofFrames, listing }: Props, handlers: Handlers) => {
  const [have, setHave] = useState(0)
  const volume = useVolume({ study, series, part, isWhole, ofFrames }, setHave)
  const failure = volume.error ?? listing.failure
  useEffect(() => {
    if (failure instanceof ApiFailure) handlers.current.onFailure(failure)
    else if (failure) handlers.current.onUnable('noVolume')
  }, [failure, handlers])
  const retry = () => {
    if (listing.failure) listing.retry()
    if (volume.isError) volume.refetch().catch(() => undefined)
  }
  const image = part && middleOf(part.images)
  return {
    have,
    of: ofFrames && part ? part.images.length : series.instances,
    nifti: volume.data,
    wish: image?.windowing,
    isInverted: image ? isInverted(image) : false,
    failure,
    retry,
  }
}

type Fetched = Pick<ReturnType<typeof usePartVolume>, 'nifti' | 'wish' | 'isInverted'> & {
  uid: string
  part: Part | undefined
}
/** Puts the volume into the scene; `shown` is what is in it, `full` the window of all its values. */
const useShown = (
  scene: Scene | undefined,
  { nifti, wish, isInverted, uid, part }: Fetched,
  canvas: RefObject<HTMLCanvasElement | null>,
  handlers: Handlers,
) => {
  const [full, setFull] = useState<Windowing>()
  const [shown, setShown] = useState<{ uid: string; part: Part }>()
  useEffect(() => {
    if (!scene || !nifti || !part) return
    scene.show(nifti, { windowing: wish, isInverted }).then(
      (range) => {
        setFull(range)
        setShown({ uid, part })
        handlers.current.onPart(part)
        if (document.activeElement === document.body) canvas.current?.focus({ preventScroll: true })
      },
      () => handlers.current.onUnable('noVolume'),
    )
  }, [scene, nifti, wish, isInverted, uid, part, canvas, handlers])
  return { full, shown }
}

type Controlled = {
  scene: Scene | undefined
  windowing: Windowing | undefined
  wish: Windowing | undefined
  isInverted: boolean
  name: string
  onAction: Props['onAction']
}
const useControls = ({ scene, windowing, wish, isInverted, name, onAction }: Controlled) => {
  const [layout, setLayout] = useState<Layout>('planes')
  const [dragging, setDragging] = useState<'crosshair' | 'windowing'>('crosshair')
  const act = (action: Action) => {
    const next = layoutNames[action]
    const changed = windowing && adjusted(windowing, action, isInverted)
    if (next) {
      setLayout(next)
      scene?.setLayout(next)
    } else if (changed) scene?.setWindowing(changed)
    else if (action === 'drag') {
      const what = dragging === 'crosshair' ? 'windowing' : 'crosshair'
      setDragging(what)
      scene?.setDragging(what)
    } else if (action === 'reset') scene?.reset(wish)
    else if (action === 'save')
      void scene?.snapshot().then((picture) => picture && saveFile(picture, `${name} ${layout}`, 'png'))
    else if (action === 'nextSeries' || action === 'previousSeries') onAction(action)
    else scene?.act(action)
  }
  return { layout, dragging, act }
}

const ToSlices = ({ onUnable, ...own }: Pick<Props, 'onUnable'> & { fullWidth?: boolean; mb?: string }) => (
  <Button variant="default" {...own} onClick={() => onUnable(null)}>
    {messages.toSlices}
  </Button>
)

type LoadingProps = Pick<Props, 'onUnable'> & { have: number; of: number }
const VolumeLoading = ({ have, of, onUnable }: LoadingProps) => {
  const progress = have < of ? messages.loading(have, of) : messages.preparing
  return (
    <div className={styles.over}>
      <Text>{progress}</Text>
      <Progress className={styles.bar} value={(100 * have) / Math.max(1, of)} aria-label={progress} />
      <ToSlices onUnable={onUnable} />
    </div>
  )
}

/** Three planes and 3D of one part of a series, by NiiVue. */
export const VolumeView = (props: Props) => {
  const { series, part, chooser, onAction, onFailure, onUnable, onPart, onPlay, children } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const handlers = useRef({ onFailure, onUnable, onPart })
  handlers.current = { onFailure, onUnable, onPart }
  const { scene, place, windowing } = useScene(canvas, handlers)
  const { failure, retry, have, of, ...fetched } = usePartVolume(props, handlers)
  const { wish, isInverted } = fetched
  const { full, shown } = useShown(scene, { ...fetched, uid: series.uid, part }, canvas, handlers)
  const { layout, dragging, act } = useControls({ scene, windowing, wish, isInverted, name: nameOf(series), onAction })
  // The step before stays while the next one comes, under its own name.
  const isShown = shown?.uid === series.uid
  const tilt = isShown && shown.part.images[0] ? tiltText(shown.part.images[0]) : ''
  return (
    <Stage
      picture={
        <>
          <div className={styles.canvas}>
            {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is drawn on and takes the keys of the viewer */}
            <canvas
              ref={canvas}
              role="application"
              tabIndex={0}
              aria-label={messages.canvas(messages.commands[layout])}
            />
          </div>
          {tilt && <span className={styles.tilt}>{tilt}</span>}
          {failure && (
            <div className={styles.over}>
              <ErrorState message={failureText(failure)} onRetry={retry} />
            </div>
          )}
          {!failure && !isShown && <VolumeLoading have={have} of={of} onUnable={onUnable} />}
        </>
      }
      place={isShown && place ? placeText(shown.part, place, tilt) : ''}
      series={chooser}
      actions={volumeActions}
      onPlay={onPlay}
      pressed={[layout, ...(dragging === 'windowing' ? (['drag'] as const) : [])]}
      onAction={act}
      windowing={isShown ? windowing : undefined}
      presets={presetsOf({ recorded: wish, full, modality: series.modality })}
      onWindowing={(next) => scene?.setWindowing(next)}
    >
      {children}
      <ToSlices onUnable={onUnable} fullWidth mb="md" />
    </Stage>
  )
}

const placeText = (part: Part, place: Place, tilt: string) =>
  [partName(part), messages.place(place), messages.value(place.value), messages.point(place), tilt]
    .filter(Boolean)
    .join('. ')
