import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../../ui/state/LoadingState.tsx'
import type { Series } from '../dicomweb.ts'
import { messages } from '../messages.ts'
import { failureText, isNotOpen, useDocuments, useStudy, volumeKey } from '../queries.ts'
import { SliceNote } from '../SliceView.tsx'
import { whyNoVolume } from '../volume-check.ts'
import { hasWebGl2 } from '../web-gl.ts'
import { withPictures } from '../with-pictures.ts'
import type { Which } from './link.ts'
import { useOthers } from './others.ts'
import { SideChooser } from './SideChooser.tsx'
import { SlicePair } from './SlicePair.tsx'
import { useCompareAddress } from './use-compare-address.ts'
import { type Opened, type Side, scanName, useSide } from './use-side.ts'
import { VolumePair } from './VolumePair.tsx'
import { words } from './words.ts'

type Props = { opened: Opened; first: Series; onFailure: (error: unknown) => void }

const usePictured = (opened: Opened | undefined) => {
  const documents = useDocuments(opened?.study ?? '')
  return opened ? withPictures(opened.series, documents.data) : []
}

/** The second study from the address: one of this patient's, or none. */
const useOther = (opened: Opened, study: string, series: string) => {
  const others = useOthers(opened.study)
  const listed = others.data ?? []
  const isOfPatient = study === opened.study || listed.some(({ study_UID }) => study_UID === study)
  const opening = useStudy(isOfPatient ? study : '', series || undefined)
  const data = isOfPatient ? opening.data : undefined
  return { others, listed, isOfPatient, opening, opened: data && { ...data, study } }
}

/** For another date, the series of the same name; within the same scan, another series than the first. */
const likelySeries = (all: readonly Series[], one: Series, isSameStudy: boolean) =>
  isSameStudy
    ? all.find(({ uid }) => uid !== one.uid)
    : (all.find(({ description, modality }) => description === one.description && modality === one.modality) ?? all[0])

const canBeVolume = ({ part, images }: Side) => part === undefined || !whyNoVolume(part, images)

type Chosen = ReturnType<typeof useOther> & { study: string; lost: unknown; hasSeries: boolean }

const Alone = ({ error }: { error: unknown }) => (
  <Text role="alert">{`${failureText(error)} ${words.chooseAnother}`}</Text>
)

/** Why there is nothing on the second side yet. */
const insteadOf = ({ others, opening, opened, isOfPatient, study, lost, hasSeries }: Chosen, hasChoice: boolean) => {
  if (lost !== undefined) return <Alone error={lost} />
  if (hasSeries) return undefined
  if (others.isError && !isOfPatient)
    return <ErrorState message={words.othersFailed} onRetry={() => void others.refetch()} />
  if (others.isPending && !isOfPatient) return <Text>{words.loadingOthers}</Text>
  if (study === '') return <Text>{hasChoice ? words.choose : words.nothing}</Text>
  if (!isOfPatient) return <Text role="alert">{words.notOfPatient}</Text>
  if (opening.isError && isNotOpen(opening.error)) return <Alone error={opening.error} />
  if (opening.isError) return <ErrorState message={failureText(opening.error)} onRetry={() => void opening.refetch()} />
  if (opened) return <Text>{messages.noSeries}</Text>
  return (
    <div>
      <p>{messages.opening}</p>
      <LoadingState rows={2} />
    </div>
  )
}

/** Two series or two dates of one patient side by side. */
export const CompareViewer = ({ opened, first, onFailure }: Props) => {
  const address = useCompareAddress()
  const queries = useQueryClient()
  const all = usePictured(opened)
  const one = all.find(({ uid }) => uid === address.series) ?? first
  const other = useOther(opened, address.otherStudy, address.otherSeries)
  const [lost, setLost] = useState<{ study: string; error: unknown }>()
  const isLost = lost !== undefined && lost.study === address.otherStudy
  const second = isLost ? undefined : other.opened
  const isSameStudy = address.otherStudy === opened.study
  const allOther = usePictured(second)
  const two =
    second && (allOther.find(({ uid }) => uid === address.otherSeries) ?? likelySeries(allOther, one, isSameStudy))
  const sides: readonly [Side, Side] = [useSide(opened, one), useSide(second, two)]
  const [unable, setUnable] = useState<{ why: 'noWebGl' | 'noVolume' | 'chosen'; pair: string }>()
  const pair = sides.map(({ series, part }) => `${series.uid} ${volumeKey(part)}`).join()

  const fail = (which: Which, error: unknown) => {
    if (which === 0 || isSameStudy) return onFailure(error)
    if (!isNotOpen(error)) return
    // Access ended while it was open: none of it may stay on screen or in memory.
    setLost({ study: address.otherStudy, error })
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(address.otherStudy) })
  }

  const scans = [
    ...(opened.series.length > 1 ? [{ study: opened.study, name: `${words.thisScan}, ${scanName(opened)}` }] : []),
    ...other.listed.map((listed) => ({ study: listed.study_UID, name: scanName(listed) })),
  ]
  const chosen = {
    ...other,
    study: address.otherStudy,
    lost: isLost ? lost.error : undefined,
    hasSeries: two !== undefined,
  }
  const isSlices = !hasWebGl2() || !sides.every(canBeVolume)
  const isUnable = unable && (unable.why !== 'noVolume' || unable.pair === pair)
  const props = {
    sides,
    choosers: [
      <SideChooser
        key="one"
        which={0}
        side={sides[0]}
        scans={[{ study: opened.study, name: scanName(opened) }]}
        study={opened.study}
        all={all}
        onSeries={(seriesId) => address.change({ seriesId })}
      />,
      <SideChooser
        key="two"
        which={1}
        side={sides[1]}
        scans={scans}
        study={scans.some(({ study }) => study === address.otherStudy) ? address.otherStudy : ''}
        onScan={(compare) => {
          setLost(undefined)
          address.change({ compare, compareSeries: '' })
        }}
        all={second ? allOther : []}
        onSeries={(compareSeries) => address.change({ compareSeries })}
      />,
    ] as const,
    instead: insteadOf(chosen, scans.length > 0),
    onFailure: fail,
    link: { isOff: address.isLinkOff, setOff: (isOff: boolean) => address.change({ link: isOff ? 'off' : '' }) },
    exits: (
      <Button fullWidth mb="md" variant="default" onClick={address.close}>
        {words.close}
      </Button>
    ),
  }
  if (isSlices || isUnable)
    return (
      <SlicePair
        {...props}
        note={<SliceNote why={isSlices || unable?.why !== 'chosen' ? words.onlySlices : null} />}
        onVolumes={!isSlices && unable?.why === 'chosen' ? () => setUnable(undefined) : undefined}
      />
    )
  return <VolumePair {...props} onUnable={(why) => setUnable({ why, pair })} />
}
