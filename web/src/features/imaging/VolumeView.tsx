import { Button, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { Windowing } from './images.ts'
import { type Action, volumeActions } from './keys.ts'
import { messages } from './messages.ts'
import { partName } from './part-words.ts'
import type { Part } from './parts.ts'
import styles from './picture.module.css'
import { useOnlyFilesOf } from './queries.ts'
import { nameOf } from './SeriesChooser.tsx'
import { tiltText } from './SlicePicture.tsx'
import { Stage } from './Stage.tsx'
import type { Scene } from './scene.ts'
import type { Layout, Place } from './scene-state.ts'
import { SegmentControls } from './segmentation/SegmentControls.tsx'
import { useSegmentVolume } from './segmentation/use-segment-volume.ts'
import type { Segmentations } from './segmentation/use-segmentations.ts'
import { saveFile } from './snapshot.ts'
import { usePartVolume, useScene, useShown, type Wanted } from './use-volume-scene.ts'
import { VolumeFailure } from './VolumeFailure.tsx'
import { VolumeLoading } from './VolumeLoading.tsx'
import { adjusted, presetsOf } from './windowing.ts'

type Props = Wanted & {
  chooser: ReactNode
  onAction: (action: Action) => void
  onFailure: (error: unknown) => void
  /** A part is on screen. */
  onPart: (part: Part) => void
  /** This browser or these images cannot show a volume. */
  onUnable: (why: 'noWebGl' | 'noVolume' | null) => void
  onPlay: (() => void) | undefined
  segmentations: Segmentations
  /** The names of the scan's series. */
  nameOfSeries: (series: string) => string | undefined
  children?: ReactNode
}

const layoutNames: Partial<Record<Action, Layout>> = {
  axial: 'axial',
  coronal: 'coronal',
  sagittal: 'sagittal',
  planes: 'planes',
  solid: 'solid',
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

/** Three planes and 3D of one part of a series, drawn by NiiVue. */
export const VolumeView = (props: Props) => {
  const { study, series, part, chooser, onAction, onFailure, onUnable, onPart, onPlay, segmentations, children } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const handlers = useRef({ onFailure, onUnable, onPart })
  handlers.current = { onFailure, onUnable, onPart }
  const { scene, place, windowing } = useScene(canvas, handlers)
  useOnlyFilesOf(series.uid)
  const { failure, retry, have, of, ...fetched } = usePartVolume(props, handlers)
  const { wish, isInverted } = fetched
  const { full, shown } = useShown(scene, { ...fetched, uid: series.uid, part }, canvas, handlers)
  const inVolume = useSegmentVolume(scene, shown, segmentations)
  const { layout, dragging, act } = useControls({ scene, windowing, wish, isInverted, name: nameOf(series), onAction })
  // The previous step stays, under its own name, while the next one loads.
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
              <VolumeFailure failure={failure} retry={retry} />
            </div>
          )}
          {!failure && !isShown && (
            <VolumeLoading
              study={study}
              series={series}
              part={part}
              layout={layout}
              place={place}
              windowing={wish}
              have={have}
              of={of}
            >
              <ToSlices onUnable={onUnable} />
            </VolumeLoading>
          )}
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
      <SegmentControls {...inVolume} segmentations={segmentations} series={series.uid} nameOf={props.nameOfSeries}>
        {inVolume.isLoading && <Text size="sm">{messages.segments.loading}</Text>}
        {!inVolume.isUpright && <Text size="sm">{messages.segments.leaning}</Text>}
      </SegmentControls>
      {part?.images.some(({ hasOverlay }) => hasOverlay) && (
        <Text size="sm" mb="xs">
          {messages.overlaysInSlices}
        </Text>
      )}
      <ToSlices onUnable={onUnable} fullWidth mb="md" />
    </Stage>
  )
}

const placeText = (part: Part, place: Place, tilt: string) =>
  [partName(part), messages.place(place), messages.value(place.value), messages.point(place), tilt]
    .filter(Boolean)
    .join('. ')
