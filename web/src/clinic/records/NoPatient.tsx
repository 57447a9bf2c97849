import { locateRecord } from '@fornix/contract'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'

const texts = messages.noPatient

/** Staff on a patient page before choosing a patient, or of one who does not exist: perhaps merged into another record. */
export const NoPatient = ({ patientKey = null }: { patientKey?: string | null }) => {
  const merged = useCall(locateRecord, { params: { key: patientKey ?? '' } }, { enabled: patientKey !== null })
  if (patientKey !== null && merged.isPending) return <LoadingState rows={2} />
  if (merged.data && merged.data.patient_id !== patientKey) {
    const { patient_id } = merged.data
    return (
      <EmptyState title={texts.merged(patient_id)} text={texts.mergedHint}>
        <Anchor component={Link} to={recordAddress(patient_id)}>
          {texts.toMerged(patient_id)}
        </Anchor>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={texts.title} text={patientKey === null ? texts.hint : texts.noSuchHint}>
      <Anchor component={Link} to={paths.patientList}>
        {texts.toList}
      </Anchor>
    </EmptyState>
  )
}
