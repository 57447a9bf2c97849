import { getPatientInfo, type RecordMerge } from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { NoPatient } from '../../clinic/records/NoPatient.tsx'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { useCall } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { MergeForm } from './MergeForm.tsx'
import { MergeList } from './MergeList.tsx'
import { messages } from './messages.ts'

type FormProps = { patientKey: string; onDone: (merge: RecordMerge) => void }
/** With the patient whose duplicate is being searched for. */
const MergePart = ({ patientKey, onDone }: FormProps) => {
  const query = useCall(getPatientInfo, { params: { key: patientKey } })
  const patient = query.data?.patient
  const isNobody = statusOf(query.error) === 404
  const form = query.isLoadingError ? (
    <ErrorState message={messages.compareFailed} onRetry={() => void query.refetch()} />
  ) : (
    <MergeForm patientKey={patientKey} onDone={onDone} />
  )
  return (
    <>
      {!isNobody && <BackLink to={recordAddress(patientKey)}>{messages.back}</BackLink>}
      <PageTitle
        title={messages.mergeTitle}
        subtitle={
          patient && <WholeFacts>{`${nameOf(patient)} · ${identityOf(patient)} · ${patient.patient_id}`}</WholeFacts>
        }
      />
      {isNobody ? <NoPatient patientKey={patientKey} /> : form}
    </>
  )
}

/** /mergeRecords: the merged records; with a patient in the address, also the form to merge that one. */
export const MergeRecordsPage = () => {
  const [search, setSearch] = useSearchParams()
  const [done, setDone] = useState<RecordMerge>()
  const key = search.get('patient')
  const finish = (merge: RecordMerge) => {
    setDone(merge)
    setSearch({}, { replace: true })
  }
  return (
    <Stack gap="lg">
      {key === null ? (
        <PageTitle title={messages.title} subtitle={messages.subtitle} />
      ) : (
        <MergePart key={key} patientKey={key} onDone={finish} />
      )}
      {done && (
        <SuccessAlert>
          <Text size="sm">{messages.merged(done.merged.patient_id, done.kept.patient_id)}</Text>
          <Anchor component={Link} to={recordAddress(done.kept.patient_id)} size="sm">
            {messages.open(done.kept.patient_id)}
          </Anchor>
        </SuccessAlert>
      )}
      {key === null && <MergeList />}
    </Stack>
  )
}
