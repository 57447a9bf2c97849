import { getPatientInfo, type StaffPatient } from '@fornix/contract'
import { VisuallyHidden } from '@mantine/core'
import { NoPatient } from '../../clinic/records/NoPatient.tsx'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { RecordGone } from '../../clinic/records/RecordGone.tsx'
import { useCall } from '../../platform/calls/api.ts'
import { recordAddress, useChosenPatient } from '../../platform/calls/chosen-patient.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { Hint } from '../../ui/display/Hint.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { PatientDocuments } from './PatientDocuments.tsx'

type Props = { firstName: string; patientKey: string; staffView?: StaffPatient }

/** For staff, with everything that tells the patient from a namesake. */
const Files = ({ firstName, patientKey, staffView }: Props) => (
  <>
    {staffView && <BackLink to={recordAddress(patientKey)}>{messages.toRecord}</BackLink>}
    <PageTitle
      title={
        <Hint label={messages.tooltip}>
          <span>{firstName ? messages.title(firstName) : messages.titleUnknown}</span>
        </Hint>
      }
      documentTitle={staffView ? `${patientKey} · ${messages.titleUnknown}` : messages.titleUnknown}
      subtitle={staffView && <WholeFacts>{`${nameOf(staffView)} · ${identityOf(staffView)}`}</WholeFacts>}
    />
    <VisuallyHidden>{messages.tooltip}</VisuallyHidden>
    {staffView && <RecordGone patientKey={staffView.patient_id} />}
    <PatientDocuments patientKey={patientKey} />
  </>
)

/** Staff see the files of the patient they are working on. */
const ChosenFiles = () => {
  const { key, pending } = useChosenPatient()
  const query = useCall(getPatientInfo, { params: { key: key ?? '' } }, { enabled: key !== null })
  if (pending || (key !== null && query.isPending)) return <LoadingState />
  const patient = query.data?.patient
  if (patient) return <Files firstName={patient.first_name} patientKey={patient.patient_id} staffView={patient} />
  return (
    <>
      <PageTitle title={messages.titleUnknown} />
      {key === null || statusOf(query.error) === 404 ? (
        <NoPatient patientKey={key} />
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
