import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useSession } from '../../platform/session.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { NoPatient } from '../patients/NoPatient.tsx'
import { useChosenPatient } from '../patients/use-chosen-patient.ts'
import { usePatientRecord } from '../patients/use-patient-record.ts'
import { messages } from './messages.ts'
import { PatientDocuments } from './PatientDocuments.tsx'

const Files = ({ firstName, patientKey }: { firstName: string; patientKey: string }) => (
  <>
    <PageTitle
      title={
        <Tooltip label={messages.tooltip}>
          <span>{firstName ? messages.title(firstName) : messages.titleUnknown}</span>
        </Tooltip>
      }
      documentTitle={messages.titleUnknown}
      subtitle={<VisuallyHidden>{messages.tooltip}</VisuallyHidden>}
    />
    <PatientDocuments patientKey={patientKey} />
  </>
)

/** Staff see the files of the patient they work on. */
const ChosenFiles = () => {
  const { key, pending } = useChosenPatient()
  const { query, record } = usePatientRecord(key)
  if (pending || (key !== null && query.isPending)) return <LoadingState />
  if (record) return <Files firstName={record.patient.first_name} patientKey={record.patient.patient_id} />
  return (
    <>
      <PageTitle title={messages.titleUnknown} />
      {key === null ? (
        <NoPatient />
      ) : (
        <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

/** /files */
export const Component = () => {
  const session = useSession()
  if (session?.role !== 'Patient') return <ChosenFiles />
  return <Files firstName={session.user.first_name} patientKey={session.user.patient_id} />
}
