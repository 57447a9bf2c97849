import { getPatientInfo, type RecordMerge } from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { useCall } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { MergeForm } from './MergeForm.tsx'
import { MergeList } from './MergeList.tsx'
import { messages } from './messages.ts'

/** The patient whose duplicate is being searched for. */
const Whose = ({ patientKey }: { patientKey: string }) => {
  const patient = useCall(getPatientInfo, { params: { key: patientKey } }).data?.patient
  return patient && <WholeFacts>{`${nameOf(patient)} · ${identityOf(patient)} · ${patient.patient_id}`}</WholeFacts>
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
      {key !== null && <BackLink to={recordAddress(key)}>{messages.back}</BackLink>}
      <PageTitle
        title={key === null ? messages.title : messages.mergeTitle}
        subtitle={key === null ? messages.subtitle : <Whose patientKey={key} />}
      />
      {done && (
        <SuccessAlert>
          <Text size="sm">{messages.merged(done.merged.patient_id, done.kept.patient_id)}</Text>
          <Anchor component={Link} to={recordAddress(done.kept.patient_id)} size="sm">
            {messages.open(done.kept.patient_id)}
          </Anchor>
        </SuccessAlert>
      )}
      {key === null ? <MergeList /> : <MergeForm key={key} patientKey={key} onDone={finish} />}
    </Stack>
  )
}
