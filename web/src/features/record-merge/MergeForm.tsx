import { compareRecords, type RecordMerge } from '@fornix/contract'
import { Paper, Stack } from '@mantine/core'
import { useState } from 'react'
import { NoPatient } from '../../clinic/records/NoPatient.tsx'
import { PatientFinder } from '../../clinic/records/PatientFinder.tsx'
import { useCall } from '../../platform/calls/api.ts'
import { refusalOf, statusOf } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { MergeDecision } from './MergeDecision.tsx'
import { messages } from './messages.ts'

type Chosen = { patient_id: string; name: string }
type Props = { patientKey: string; onDone: (merge: RecordMerge) => void }

const Compared = ({ patientKey, other, onDone }: Props & { other: string }) => {
  const query = useCall(compareRecords, { params: { key: patientKey }, query: { other } }, { staleTime: 0 })
  if (query.isPending) return <LoadingState />
  if (query.data) return <MergeDecision comparison={query.data} onStale={() => void query.refetch()} onDone={onDone} />
  if (statusOf(query.error) === 404) return <NoPatient patientKey={patientKey} />
  const refusal = refusalOf(query.error)
  if (refusal) return <ErrorAlert>{refusal.error}</ErrorAlert>
  return <ErrorState message={messages.compareFailed} onRetry={() => void query.refetch()} />
}

/** Finds the other record, and shows both side by side. */
export const MergeForm = ({ patientKey, onDone }: Props) => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const isSame = chosen?.patient_id === patientKey
  return (
    <Paper component="section" aria-label={messages.mergeTitle} withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }}>
      <Stack gap="lg">
        <PatientFinder
          label={messages.other}
          chosen={chosen}
          onChoose={setChosen}
          error={isSame ? messages.same : ''}
        />
        {chosen && !isSame && (
          <Compared key={chosen.patient_id} patientKey={patientKey} other={chosen.patient_id} onDone={onDone} />
        )}
      </Stack>
    </Paper>
  )
}
