import { Button, Progress, Text } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import type { Series, Windowing } from './dicomweb.ts'
import { type Action, commands } from './keys.ts'
import { messages } from './messages.ts'
import { failureText, useRecorded, useSlices, useVolume } from './queries.ts'
import { Stage } from './Stage.tsx'
import type { Layout, Place, Scene } from './scene.ts'
import styles from './viewer.module.css'
import { adjusted, presetsOf } from './windowing.ts'

type Props = {
  study: string
  series: Series
  chooser: ReactNode
  onAction: (action: Action) => void
  onFailure: (error: unknown) => void
  /** This browser or these images make no volume. */
  onUnable: (why: 'noWebGl' | 'noVolume' | null) => void
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
const labelOf = (action: Action) => commands.find((command) => command.action === action)?.label ?? ''
const all = commands.map(({ action }) => action)

type Handlers = RefObject<Pick<Props, 'onFailure' | 'onUnable'>>

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

/** What is fetched of a series for its volume: `have` counts the files that have come. */
const useSeriesVolume = (study: string, series: Series, handlers: Handlers) => {
  const [have, setHave] = useState(0)
  const slices = useSlices(study, series.uid)
  const recorded = useRecorded(study, series.uid, slices.data ?? [])
  const volume = useVolume(study, series, setHave)
  const failure = volume.error ?? slices.error ?? recorded.error
  useEffect(() => {
    if (failure instanceof ApiFailure) handlers.current.onFailure(failure)
    else if (failure) handlers.current.onUnable('noVolume')
  }, [failure, handlers])
  const retry = () => {
    for (const query of [slices, recorded, volume]) if (query.isError) query.refetch().catch(() => undefined)
  }
  return { have, nifti: volume.data, wish: recorded.data?.windowing, isKnown: !recorded.isPending, failure, retry }
}

type Fetched = Pick<ReturnType<typeof useSeriesVolume>, 'nifti' | 'wish' | 'isKnown'> & { uid: string }
/** Puts the volume into the scene; `shown` is the series that is in it, `full` the window of all its values. */
const useShown = (
  scene: Scene | undefined,
  { nifti, wish, isKnown, uid }: Fetched,
  canvas: RefObject<HTMLCanvasElement | null>,
  handlers: Handlers,
) => {
  const [full, setFull] = useState<Windowing>()
  const [shown, setShown] = useState('')
  useEffect(() => {
    if (!scene || !nifti || !isKnown) return
    scene.show(nifti, wish).then(
      (range) => {
        setFull(range)
        setShown(uid)
        if (document.activeElement === document.body) canvas.current?.focus({ preventScroll: true })
      },
      () => handlers.current.onUnable('noVolume'),
    )
  }, [scene, nifti, wish, isKnown, uid, canvas, handlers])
  return { full, shown }
}

type Controlled = {
  scene: Scene | undefined
  windowing: Windowing | undefined
  wish: Windowing | undefined
  onAction: Props['onAction']
}
const useControls = ({ scene, windowing, wish, onAction }: Controlled) => {
  const [layout, setLayout] = useState<Layout>('planes')
  const [dragging, setDragging] = useState<'crosshair' | 'windowing'>('crosshair')
  const act = (action: Action) => {
    const next = layoutNames[action]
    const changed = windowing && adjusted(windowing, action)
    if (next) {
      setLayout(next)
      scene?.setLayout(next)
    } else if (changed) scene?.setWindowing(changed)
    else if (action === 'drag') {
      const what = dragging === 'crosshair' ? 'windowing' : 'crosshair'
      setDragging(what)
      scene?.setDragging(what)
    } else if (action === 'reset') scene?.reset(wish)
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

type LoadingProps = Pick<Props, 'series' | 'onUnable'> & { have: number }
const VolumeLoading = ({ series: { instances }, have, onUnable }: LoadingProps) => {
  const progress = have < instances ? messages.loading(have, instances) : messages.preparing
  return (
    <div className={styles.over}>
      <Text>{progress}</Text>
      <Progress className={styles.bar} value={(100 * have) / Math.max(1, instances)} aria-label={progress} />
      <ToSlices onUnable={onUnable} />
    </div>
  )
}

/** Three planes and 3D of one series, by NiiVue. */
export const VolumeView = ({ study, series, chooser, onAction, onFailure, onUnable }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const handlers = useRef({ onFailure, onUnable })
  handlers.current = { onFailure, onUnable }
  const { scene, place, windowing } = useScene(canvas, handlers)
  const { failure, retry, have, ...fetched } = useSeriesVolume(study, series, handlers)
  const { wish } = fetched
  const { full, shown } = useShown(scene, { ...fetched, uid: series.uid }, canvas, handlers)
  const { layout, dragging, act } = useControls({ scene, windowing, wish, onAction })
  const isShown = shown === series.uid
  return (
    <Stage
      picture={
        <>
          <div className={styles.canvas}>
            {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is drawn on and takes the keys of the viewer */}
            <canvas ref={canvas} role="application" tabIndex={0} aria-label={messages.canvas(labelOf(layout))} />
          </div>
          {failure && (
            <div className={styles.over}>
              <ErrorState message={failureText(failure)} onRetry={retry} />
            </div>
          )}
          {!failure && !isShown && <VolumeLoading series={series} have={have} onUnable={onUnable} />}
        </>
      }
      place={isShown && place ? `${messages.place(place)}. ${messages.value(place.value)}` : ''}
      series={chooser}
      actions={all}
      pressed={[layout, ...(dragging === 'windowing' ? (['drag'] as const) : [])]}
      onAction={act}
      windowing={isShown ? windowing : undefined}
      presets={wish || full ? presetsOf(wish ?? full!, full) : []}
      onWindowing={(next) => scene?.setWindowing(next)}
    >
      <ToSlices onUnable={onUnable} fullWidth mb="md" />
    </Stage>
  )
}
