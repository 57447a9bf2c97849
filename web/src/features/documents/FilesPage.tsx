import { getPatientInfo } from '@fornix/contract'
import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useCall } from '../../platform/calls/api.ts'
import { useChosenPatient } from '../../platform/calls/chosen-patient.ts'
import { useSession } from '../../platform/session/session.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { NoPatient } from '../../ui/state/NoPatient.tsx'
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
  const query = useCall(getPatientInfo, { params: { key: key ?? '' } }, { enabled: key !== null })
  if (pending || (key !== null && query.isPending)) return <LoadingState />
  const patient = query.data?.patient
  if (patient) return <Files firstName={patient.first_name} patientKey={patient.patient_id} />
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
export const FilesPage = () => {
  const session = useSession()
  if (session?.role !== 'Patient') return <ChosenFiles />
  return <Files firstName={session.user.first_name} patientKey={session.user.patient_id} />
}
