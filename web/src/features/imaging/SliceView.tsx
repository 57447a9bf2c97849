import { Button, Text } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DownloadStudy } from './DownloadStudy.tsx'
import type { Series } from './dicomweb.ts'
import { depthText, edgesOf } from './directions.ts'
import { ratioOf } from './images.ts'
import { isOf, type KeyImage, titlesOf } from './key-images/key-images.ts'
import { type Action, measureActions, sliceActions, slicesMoved } from './keys.ts'
import { MeasureList } from './measure/MeasureList.tsx'
import type { Measurements } from './measure/use-measurements.ts'
import { useMeasuring } from './measure/use-measuring.ts'
import { useProbe } from './measure/use-values.ts'
import { failureWords, probeText } from './measure/words.ts'
import { messages } from './messages.ts'
import { partName } from './part-words.ts'
import type { Part } from './parts.ts'
import { failureText, NotRendered } from './queries.ts'
import { nameOf } from './SeriesChooser.tsx'
import { SlicePicture, tiltText } from './SlicePicture.tsx'
import { Stage } from './Stage.tsx'
import { StepSlider } from './StepSlider.tsx'
import { type Segmentations, useMasks } from './segmentation/use-segmentations.ts'
import { drawSlice, saveFile } from './snapshot.ts'
import { type Player, useTicks } from './use-player.ts'
import { type ShownSlice, useSlice } from './use-slice.ts'
import styles from './viewer.module.css'
import { presetsOf } from './windowing.ts'

type Props = {
  study: string
  series: Series
  part: Part | undefined
  /** What went wrong before there was a part. */
  listing: { failure: unknown; retry: () => void; isEmpty: boolean }
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

/** What is said of the slice on the screen: which it is, where it lies, and whether it is tilted. */
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
    edges: image.orientation && edgesOf(image.orientation),
    words: `${place}. ${messages.notForDiagnosis}`,
  })
  if (picture) saveFile(picture, `${name} ${shown.at + 1}`, 'png')
}

const noImages: Part = { images: [], labels: [] }

type OnFailure = (error: unknown) => void
type OverProps = { study: string; slice: ShownSlice; listing: Props['listing']; failure: unknown }
/** What stands over the picture while there is none: it comes, it cannot be had now, or it cannot be shown at all. */
const Over = ({ study, slice, listing, failure }: OverProps) => {
  if (failure instanceof NotRendered || listing.isEmpty)
    return (
      <div className={styles.over} role="alert">
        <Text>{listing.isEmpty ? messages.noPictures : failureText(failure)}</Text>
        <DownloadStudy study={study} />
      </div>
    )
  if (failure)
    return (
      <div className={styles.over}>
        <ErrorState message={failureText(failure)} onRetry={listing.failure ? listing.retry : slice.retry} />
      </div>
    )
  if (slice.shown) return null
  return (
    <div className={styles.over}>
      <Text>{messages.loadingSlice}</Text>
    </div>
  )
}

const staffActions = [...sliceActions, ...measureActions]

/** What staff measure in the picture that is shown, and what they point at, in words. */
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

/** One picture at a time, drawn by the server: for browsers without WebGL2, for patients' phones, and for what is no volume. */
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
    // The button that led here is gone; a finger needs no focus.
    if (document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches)
      picture.current?.focus({ preventScroll: true })
  }, [isShown, part])

  const aimAt = aim ? part.images.findIndex((image) => isOf(aim, image)) : -1
  const leaving = useRef(goTo)
  leaving.current = goTo
  useEffect(() => {
    if (aim && aimAt >= 0) leaving.current(aimAt)
  }, [aim, aimAt])

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
          <Over study={study} slice={slice} listing={listing} failure={failure} />
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
      place={[
        placeOf(name, slice),
        ...marks.map(messages.keyImages.marked),
        probed,
        areMissing && messages.segments.failed,
        leftOut > 0 && messages.segments.leftOut(leftOut),
      ]
        .filter(Boolean)
        .join(', ')}
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
      {count > 1 && (
        <div className={styles.group}>
          <StepSlider
            label={messages.sliceSlider}
            at={slice.at}
            count={count}
            text={messages.slice(slice.at + 1, count)}
            onChange={leaf}
          />
        </div>
      )}
      {count > 1 && <p className={`${styles.hint} ${styles.touch}`}>{messages.touchHint}</p>}
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
