import { getPatientInfo } from '@fornix/contract'
import { NoPatient } from '../../clinic/records/NoPatient.tsx'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { RecordGone } from '../../clinic/records/RecordGone.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useChosenPatient } from '../../platform/calls/chosen-patient.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages, titleOf } from './messages.ts'
import { PatientScans } from './PatientScans.tsx'

/** Staff see the scans of the patient they are working on. */
export const ChosenScans = () => {
  const { key, pending } = useChosenPatient()
  const query = useCall(getPatientInfo, { params: { key: key ?? '' } }, { enabled: key !== null })
  if (pending || (key !== null && query.isPending)) return <LoadingState />
  const patient = query.data?.patient
  const isNobody = key === null || statusOf(query.error) === 404
  return (
    <>
      {/* What is shown for nobody leads there itself. */}
      {!isNobody && <BackLink to={paths.patientList}>{messages.back}</BackLink>}
      {patient ? (
        <>
          <PageTitle
            title={titleOf(patient)}
            documentTitle={`${patient.patient_id} · ${messages.titleUnknown}`}
            subtitle={<WholeFacts>{`${nameOf(patient)} · ${identityOf(patient)}`}</WholeFacts>}
          />
          <RecordGone patientKey={patient.patient_id} />
          <PatientScans patientKey={patient.patient_id} />
        </>
      ) : (
        <>
          <PageTitle title={messages.titleUnknown} />
          {isNobody ? (
            <NoPatient patientKey={key} />
          ) : (
            <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
          )}
        </>
      )}
    </>
  )
}
