import { Button, Progress, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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

/** Three planes and 3D of one series, by NiiVue. */
export const VolumeView = ({ study, series, chooser, onAction, onFailure, onUnable }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [scene, setScene] = useState<Scene>()
  const [place, setPlace] = useState<Place>()
  const [windowing, setWindowing] = useState<Windowing>()
  const [full, setFull] = useState<Windowing>()
  const [shown, setShown] = useState('')
  const [layout, setLayout] = useState<Layout>('planes')
  const [dragging, setDragging] = useState<'crosshair' | 'windowing'>('crosshair')
  const [have, setHave] = useState(0)
  const slices = useSlices(study, series.uid)
  const recorded = useRecorded(study, series.uid, slices.data ?? [])
  const volume = useVolume(study, series, setHave)
  const tell = useRef({ onFailure, onUnable })
  tell.current = { onFailure, onUnable }

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
    open().catch(() => tell.current.onUnable('noWebGl'))
    return () => {
      isGone = true
      opened?.close()
    }
  }, [])

  const nifti = volume.data
  const wish = recorded.data?.windowing
  const isKnown = !recorded.isPending
  useEffect(() => {
    if (!scene || !nifti || !isKnown) return
    scene.show(nifti, wish).then(
      (range) => {
        setFull(range)
        setShown(series.uid)
        if (document.activeElement === document.body) canvas.current?.focus({ preventScroll: true })
      },
      () => tell.current.onUnable('noVolume'),
    )
  }, [scene, nifti, wish, isKnown, series.uid])

  const failure = volume.error ?? slices.error ?? recorded.error
  useEffect(() => {
    if (failure instanceof ApiFailure) tell.current.onFailure(failure)
    else if (failure) tell.current.onUnable('noVolume')
  }, [failure])

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
  const retry = () => {
    for (const query of [slices, recorded, volume]) if (query.isError) query.refetch().catch(() => undefined)
  }

  const isShown = shown === series.uid
  const progress = have < series.instances ? messages.loading(have, series.instances) : messages.preparing
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
          {!failure && !isShown && (
            <div className={styles.over}>
              <Text>{progress}</Text>
              <Progress
                className={styles.bar}
                value={(100 * have) / Math.max(1, series.instances)}
                aria-label={progress}
              />
              <Button variant="default" onClick={() => onUnable(null)}>
                {messages.toSlices}
              </Button>
            </div>
          )}
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
      <Button variant="default" fullWidth mb="md" onClick={() => onUnable(null)}>
        {messages.toSlices}
      </Button>
    </Stage>
  )
}
