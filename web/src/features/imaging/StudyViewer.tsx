import { useEffect, useMemo, useState } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import type { Series } from './dicomweb.ts'
import { KeyImageSteps } from './key-images/KeyImageSteps.tsx'
import { isOf, type KeyImage, useKeyImages } from './key-images/key-images.ts'
import type { Action } from './keys.ts'
import { savedWords } from './measure/saved-words.ts'
import { type ShownPatient, useMeasurements } from './measure/use-measurements.ts'
import { messages } from './messages.ts'
import { mayPlay, type Part } from './parts.ts'
import { useDocuments } from './queries.ts'
import { nameOf, SeriesChooser } from './SeriesChooser.tsx'
import { SliceNote, SliceView } from './SliceView.tsx'
import { StudyChoosers } from './StudyChoosers.tsx'
import { SegmentControls } from './segmentation/SegmentControls.tsx'
import { fits } from './segmentation/segments.ts'
import { useSegmentations } from './segmentation/use-segmentations.ts'
import { type SlicesBecause, slicesBecauseOf } from './slices-because.ts'
import { useParts } from './use-parts.ts'
import { type Played, usePlayer, useTicks } from './use-player.ts'
import { VolumeView } from './VolumeView.tsx'
import { needsFrames, whyNoVolume } from './volume-check.ts'
import { withPictures } from './with-pictures.ts'

type Props = {
  study: string
  patient: ShownPatient
  scanType: string
  all: readonly Series[]
  first: Series
  onFailure: (error: unknown) => void
}

const noteOf = (why: ReturnType<typeof whyNoVolume>, isUnconverted: boolean, because: SlicesBecause) => {
  if (why) return messages.pictures[why]
  if (isUnconverted) return messages.noVolume
  return because === 'noWebGl' ? messages.noWebGl : null
}

type Parts = ReturnType<typeof useParts>
type Outlined = ReturnType<typeof useSegmentations>

/** What is played: the steps of the part's group, or its slices. */
const useSteps = ({ part, groups, setPart, listing }: Parts, there: Part | undefined, hasSlices: boolean) => {
  const steps = groups.find(({ steps }) => part && steps.includes(part))?.steps ?? []
  const ways: Played[] = [
    ...(part && steps.length > 1 && mayPlay(part) ? (['times'] as const) : []),
    ...(listing.expected > 1 && hasSlices ? (['slices'] as const) : []),
  ]
  const player = usePlayer(ways)
  const arePlayed = player.isPlaying && player.what === 'times' && there === part
  useTicks(arePlayed, part, player.perSecond, () => {
    const next = part && steps[(steps.indexOf(part) + 1) % steps.length]
    if (next) setPart(next)
  })
  return player
}

/** The marked picture to go to; its part is chosen once known. */
const useAim = ({ parts, setPart }: Parts) => {
  const [aim, setAim] = useState<KeyImage>()
  const aimed = aim && parts.find((part) => part.images.some((image) => isOf(aim, image)))
  useEffect(() => {
    if (aim && aimed) setPart(aimed)
  }, [aim, aimed, setPart])
  return [aim, setAim] as const
}

type OutlinesProps = {
  segmentations: Outlined
  part: Part | undefined
  series: Series
  nameOf: (series: string) => string | undefined
}

const Outlines = ({ segmentations, part, series, nameOf }: OutlinesProps) => {
  const fitting = useMemo(
    () => segmentations.all.filter((one) => fits(one, part?.images ?? [])),
    [segmentations.all, part],
  )
  return (
    <SegmentControls
      segmentations={segmentations}
      drawn={fitting}
      elsewhere={part ? segmentations.all.filter((one) => !fitting.includes(one)) : []}
      series={series.uid}
      nameOf={nameOf}
    />
  )
}

/** A study, one part of a series at a time: as a volume if its files say that it is one, else picture by picture. */
export const StudyViewer = (props: Props) => {
  const { study, scanType, first, onFailure } = props
  const isPatient = useSession()?.role === 'Patient'
  const documents = useDocuments(study)
  const all = withPictures(props.all, documents.data)
  const [chosen, setSeries] = useState(first)
  const series = all.includes(chosen) ? chosen : (all[0] ?? chosen)
  const [slicesBecause, setSlicesBecause] = useState(() => slicesBecauseOf(isPatient))
  const parts = useParts(study, series)
  const { images, part, listing } = parts
  const [there, setThere] = useState<Part>()
  const [unconverted, setUnconverted] = useState<Part>()
  const why = part && whyNoVolume(part, images)
  const isUnconverted = part !== undefined && part === unconverted
  const isVolume = !slicesBecause && !why && !isUnconverted && !listing.isEmpty
  const measurements = useMeasurements(study, !isPatient, props.patient)

  const player = useSteps(parts, there, !isVolume && !isPatient)
  const segmentations = useSegmentations(study, documents.data)
  const nameOfSeries = (uid: string) => {
    const found = props.all.find((one) => one.uid === uid)
    return found && nameOf(found)
  }
  const keys = useKeyImages(study, documents.data)
  const [aim, setAim] = useAim(parts)
  const goToKey = (key: KeyImage) => {
    player.stop()
    setSlicesBecause((because) => because ?? 'chosen')
    setSeries(all.find(({ uid }) => uid === key.series) ?? series)
    // A new object each time: even if there is only one marked picture, it can be visited again.
    setAim({ ...key })
  }

  const chooseSeries = (next: Series) => {
    if (next !== series) player.stop()
    setAim(undefined)
    setSeries(next)
  }
  const onAction = (action: Action) => {
    const step = action === 'nextSeries' ? 1 : action === 'previousSeries' ? -1 : 0
    const next = all[(all.indexOf(series) + step + all.length) % all.length]
    if (next) chooseSeries(next)
  }
  const choosers = (
    <StudyChoosers
      {...{ study, scanType, onFailure, isPatient, series, parts, documents, measurements, player, isVolume }}
      keySteps={<KeyImageSteps keys={keys} aim={aim} onAim={goToKey} />}
    />
  )
  const shared = {
    ...{ study, series, part, listing, onAction, onFailure },
    onPart: setThere,
    onPlay: player.what && player.toggle,
    chooser: <SeriesChooser study={study} all={all} shown={series} keys={keys} onChoose={chooseSeries} />,
  }
  if (isVolume)
    return (
      <VolumeView
        {...shared}
        isWhole={parts.parts.length < 2}
        ofFrames={part !== undefined && needsFrames(part, images)}
        segmentations={segmentations}
        nameOfSeries={nameOfSeries}
        onUnable={(reason) => (reason === 'noVolume' ? setUnconverted(part) : setSlicesBecause(reason ?? 'chosen'))}
      >
        {choosers}
        {measurements.own.length > 0 && <SliceNote why={savedWords.inSlices(measurements.own.length)} />}
      </VolumeView>
    )
  const mayBeVolume = (part ? !why : listing.expected > 1) && !isUnconverted && slicesBecause === 'chosen'
  return (
    // Kept while stepping through a group, and when the images are listed: the position in the body stays, and so does the focus.
    <SliceView
      key={`${series.uid} ${groupAt(parts)}`}
      {...shared}
      player={player}
      measurements={measurements}
      keys={keys}
      aim={aim}
      segmentations={segmentations}
    >
      {choosers}
      <Outlines segmentations={segmentations} part={part} series={series} nameOf={nameOfSeries} />
      <SliceNote
        why={noteOf(why, isUnconverted, slicesBecause)}
        onVolume={mayBeVolume ? () => setSlicesBecause(undefined) : undefined}
      />
    </SliceView>
  )
}

const groupAt = ({ groups, part }: Parts) => {
  const at = groups.findIndex(({ steps }) => part && steps.includes(part))
  return Math.max(0, at)
}
