import { Button, Switch, Text } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import styles from './controls.module.css'
import type { Series } from './dicomweb.ts'
import { depthText } from './directions.ts'
import { ratioOf } from './images.ts'
import { isOf, type KeyImage, titlesOf } from './key-images/key-images.ts'
import { type Action, measureActions, sliceActions, slicesMoved } from './keys.ts'
import { MeasureList } from './measure/MeasureList.tsx'
import type { Measurements } from './measure/use-measurements.ts'
import { useMeasuring } from './measure/use-measuring.ts'
import { useProbe } from './measure/use-values.ts'
import { failureWords, probeText } from './measure/words.ts'
import { messages } from './messages.ts'
import { type Listing, OverPicture } from './OverPicture.tsx'
import { partName } from './part-words.ts'
import type { Part } from './parts.ts'
import { nameOf } from './SeriesChooser.tsx'
import { SlicePicture, tiltText } from './SlicePicture.tsx'
import { Stage } from './Stage.tsx'
import { StepSlider } from './StepSlider.tsx'
import { type Segmentations, useMasks } from './segmentation/use-segmentations.ts'
import { drawSlice, saveFile } from './snapshot.ts'
import { type Player, useTicks } from './use-player.ts'
import { type ShownSlice, useSlice } from './use-slice.ts'
import { presetsOf } from './windowing.ts'

type Props = {
  study: string
  series: Series
  part: Part | undefined
  listing: Listing
  chooser: ReactNode
  onAction: (action: Action) => void
  onFailure: (error: unknown) => void
  onPart: (part: Part) => void
  onPlay: (() => void) | undefined
  player: Player
  measurements: Measurements
  keys: readonly KeyImage[]
  segmentations: Segmentations
  /** The marked picture to go to. */
  aim: KeyImage | undefined
  children?: ReactNode
}

/** The text on screen about the slice: which it is, where it is, and whether it is tilted. */
const placeOf = (name: string, { shown }: ShownSlice) => {
  if (!shown) return ''
  const { image, part, at } = shown
  const { orientation, position } = image
  const depth = orientation && position ? messages.position(depthText(orientation, position)) : ''
  return [name, messages.slice(at + 1, part.images.length), depth, tiltText(image)].filter(Boolean).join(', ')
}

const save = async (name: string, slice: ShownSlice) => {
  const { shown } = slice
  if (!shown) return
  const { image } = shown
  const place = placeOf(name, slice)
  const picture = await drawSlice({
    address: shown.address,
    ratio: ratioOf(image),
    edges: image.edges,
    words: `${place}. ${messages.notForDiagnosis}`,
  })
  if (picture) saveFile(picture, `${name} ${shown.at + 1}`, 'png')
}

const noImages: Part = { images: [], labels: [] }

type OnFailure = (error: unknown) => void
const staffActions = [...sliceActions, ...measureActions]

/** The staff's measurements in the current picture, and the value under the pointer, in words. */
const useMeasures = (
  { study, series, measurements }: Props,
  slice: ShownSlice,
  onBegin: () => void,
  onFailure: OnFailure,
) => {
  const isPatient = useSession()?.role === 'Patient'
  const image = slice.shown?.image
  const measuring = useMeasuring({ store: measurements, series: series.uid, image, zoom: slice.zoom, onBegin })
  const chain = { study, series: series.uid }
  const isProbing = measuring.tool === 'probe'
  const { values, error } = useProbe(chain, image, isProbing, onFailure)
  const point = measuring.draft.cursor
  const probed = () => {
    if (!isProbing || !point) return ''
    if (error) return failureWords(error)
    return values ? probeText(values, point) : ''
  }
  return { chain, probed: probed(), measuring: isPatient ? undefined : measuring }
}

type Steps = { slice: ShownSlice; expected: number; onChange: (to: number) => void }
/** Takes its room before the images are listed: what stands below must not move under a finger. */
const SliceSteps = ({ slice, expected, onChange }: Steps) => {
  const isListed = slice.count > 0
  const at = isListed ? slice.at : Math.floor(expected / 2)
  if (expected < 2) return null
  return (
    <>
      <div className={styles.group}>
        <StepSlider
          label={messages.sliceSlider}
          at={at}
          count={expected}
          text={messages.slice(at + 1, expected)}
          onChange={onChange}
          isDisabled={!isListed}
        />
      </div>
      <p className={`${styles.hint} ${styles.touch}`}>{messages.touchHint}</p>
    </>
  )
}

const OverlaySwitch = ({ overlays }: Pick<ShownSlice, 'overlays'>) =>
  overlays && (
    <Switch
      mb="md"
      label={messages.overlays}
      checked={overlays.areShown}
      onChange={(event) => overlays.show(event.currentTarget.checked)}
    />
  )

/** The button that led here is gone; with touch no focus is needed. */
const isFocusLost = () => document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches

/** Goes to the marked picture once its part is loaded. */
const useGoingTo = (aim: KeyImage | undefined, { images }: Part, goTo: ShownSlice['goTo']) => {
  const at = aim ? images.findIndex((image) => isOf(aim, image)) : -1
  const going = useRef(goTo)
  going.current = goTo
  useEffect(() => {
    if (aim && at >= 0) going.current(at)
  }, [aim, at])
}

/** One picture at a time, drawn by the server: for browsers without WebGL2, for patients' phones, and for images that form no volume. */
export const SliceView = (props: Props) => {
  const { study, series, part = noImages, listing, chooser, measurements, keys, aim, player, children } = props
  const slice = useSlice(study, series.uid, part)
  const { recorded, count, shown, at, goTo } = slice
  const failure = listing.failure ?? slice.failure
  const handlers = useRef(props)
  handlers.current = props
  const onFailure = useCallback<OnFailure>((error) => handlers.current.onFailure(error), [])
  useEffect(() => {
    if (failure) onFailure(failure)
  }, [failure, onFailure])
  const isShown = shown?.part === part
  const picture = useRef<HTMLDivElement>(null)
  const focusPicture = () => picture.current?.focus()
  useEffect(() => {
    if (!isShown) return
    handlers.current.onPart(part)
    if (isFocusLost()) picture.current?.focus({ preventScroll: true })
  }, [isShown, part])

  useGoingTo(aim, part, goTo)
  const isThere = isShown && shown.at === at
  useTicks(player.isPlaying && player.what === 'slices' && isThere, at, player.perSecond, () => goTo((at + 1) % count))
  const leaf = (to: number) => {
    if (player.what === 'slices') player.stop()
    goTo(to)
  }
  const { chain, probed, measuring } = useMeasures(props, slice, focusPicture, onFailure)
  const name = [nameOf(series), partName(shown?.part ?? part)].filter(Boolean).join(', ')
  const { masks, areMissing, leftOut } = useMasks(props.segmentations, shown?.image)
  const marks = titlesOf(keys, shown?.image)
  const words = [
    placeOf(name, slice),
    ...marks.map(messages.keyImages.marked),
    probed,
    areMissing && messages.segments.failed,
    leftOut > 0 && messages.segments.leftOut(leftOut),
  ]
  const act = (action: Action) => {
    if (slicesMoved(action) !== undefined && player.what === 'slices') player.stop()
    if (slice.act(action) || measuring?.act(action)) return
    if (action === 'save') void save(name, slice)
    else props.onAction(action)
  }
  return (
    <Stage
      picture={
        <>
          <SlicePicture
            ref={picture}
            name={name}
            slice={{ ...slice, goTo: leaf }}
            measuring={measuring}
            marks={marks}
            masks={masks}
            strength={props.segmentations.percent}
          />
          <OverPicture study={study} slice={slice} listing={listing} failure={failure} />
        </>
      }
      below={
        measuring && (
          <MeasureList
            store={measurements}
            chain={chain}
            part={part}
            tool={measuring.tool}
            goTo={leaf}
            onEmpty={focusPicture}
            onFailure={onFailure}
          />
        )
      }
      place={words.filter(Boolean).join(', ')}
      series={chooser}
      actions={measuring ? staffActions : sliceActions}
      pressed={measuring?.tool ? [measuring.tool] : []}
      onAction={act}
      {...(measuring && { onPictureKey: measuring.onPictureKey })}
      onPlay={props.onPlay}
      windowing={slice.windowing}
      presets={presetsOf({ recorded, modality: series.modality })}
      onWindowing={slice.setWindowing}
    >
      <SliceSteps slice={slice} expected={listing.expected} onChange={leaf} />
      <OverlaySwitch overlays={slice.overlays} />
      {children}
    </Stage>
  )
}

export const SliceNote = ({ why, onVolume }: { why: string | null; onVolume?: (() => void) | undefined }) => (
  <>
    {why && (
      <Text size="sm" mb="md">
        {why}
      </Text>
    )}
    {onVolume && (
      <Button variant="default" fullWidth mb="md" onClick={onVolume}>
        {messages.toVolume}
      </Button>
    )}
  </>
)
