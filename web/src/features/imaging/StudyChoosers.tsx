import { Button } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useAddress } from '../../platform/base/use-address.ts'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import type { Series } from './dicomweb.ts'
import { DocumentChooser } from './documents/DocumentChooser.tsx'
import { ImageDescription } from './ImageDescription.tsx'
import type { useMeasurements } from './measure/use-measurements.ts'
import { messages } from './messages.ts'
import { PartChooser } from './PartChooser.tsx'
import { PlayControls } from './PlayControls.tsx'
import type { useDocuments } from './queries.ts'
import { nameOf } from './SeriesChooser.tsx'
import type { useParts } from './use-parts.ts'
import type { Player } from './use-player.ts'

/** For staff only. */
const SavedMeasurements = lazyPart(async () => (await import('./measure/SavedMeasurements.tsx')).SavedMeasurements)

const CompareButton = ({ study, series }: { study: string; series: Series }) => {
  const [, changeAddress] = useAddress()
  const compare = () =>
    changeAddress((next) => {
      for (const [name, value] of Object.entries({ study, seriesId: series.uid, compare: '' })) next.set(name, value)
      return next
    })
  return (
    <Button variant="default" fullWidth mb="md" onClick={compare}>
      {messages.staff.openCompare}
    </Button>
  )
}

type Props = {
  study: string
  scanType: string
  onFailure: (error: unknown) => void
  isPatient: boolean
  series: Series
  parts: ReturnType<typeof useParts>
  documents: ReturnType<typeof useDocuments>
  measurements: ReturnType<typeof useMeasurements>
  player: Player
  isVolume: boolean
  keySteps: ReactNode
}

/** The area above the picture commands: the study's other content, and the parts and steps of the series. */
export const StudyChoosers = (props: Props) => {
  const { study, scanType, onFailure, isPatient, series, parts, documents, measurements, player, isVolume } = props
  const { part, groups, images, setPart } = parts
  return (
    <>
      {!isPatient && <CompareButton study={study} series={series} />}
      {props.keySteps}
      <DocumentChooser study={study} documents={documents} onFailure={onFailure} />
      {!isPatient && (
        <Suspense fallback={null}>
          <SavedMeasurements store={measurements} />
        </Suspense>
      )}
      {part && (
        <PartChooser
          groups={groups}
          shown={part}
          count={images.length}
          onChoose={(chosen) => {
            player.stop()
            setPart(chosen)
          }}
        />
      )}
      <PlayControls {...player} />
      {isPatient && !parts.listing.isEmpty && (
        <ImageDescription
          image={part?.images[0]}
          name={nameOf(series)}
          modality={series.modality}
          scanType={scanType}
          isVolume={isVolume}
        />
      )}
    </>
  )
}
