import { getPatientInfo } from '@fornix/contract'
import type { ReactNode } from 'react'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useChosenPatient } from '../../platform/calls/chosen-patient.ts'
import { useSession } from '../../platform/session/session.tsx'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { NoPatient } from '../../ui/state/NoPatient.tsx'
import { MyScans } from './MyScans.tsx'
import { messages } from './messages.ts'
import { PatientScans } from './PatientScans.tsx'

type Person = { first_name: string; last_name: string; mrn_number: string }

const Title = ({ person, children }: { person: Person; children?: ReactNode }) => (
  <PageTitle
    title={person.first_name ? messages.title(person.first_name) : messages.titleUnknown}
    documentTitle={messages.titleUnknown}
    subtitle={`${person.first_name} ${person.last_name} · ${messages.mrn} ${person.mrn_number || messages.noMrn}`}
  >
    {children}
  </PageTitle>
)

/** Staff see the scans of the patient they work on. */
const ChosenScans = () => {
  const { key, pending } = useChosenPatient()
  const query = useCall(getPatientInfo, { params: { key: key ?? '' } }, { enabled: key !== null })
  if (pending || (key !== null && query.isPending)) return <LoadingState />
  const patient = query.data?.patient
  return (
    <>
      <BackLink to={paths.patientList}>{messages.back}</BackLink>
      {patient ? (
        <>
          <Title person={patient} />
          <PatientScans patientKey={patient.patient_id} />
        </>
      ) : (
        <>
          <PageTitle title={messages.titleUnknown} />
          {key === null ? (
            <NoPatient />
          ) : (
            <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
          )}
        </>
      )}
    </>
  )
}

/** /scan */
export const ScanPage = () => {
  const session = useSession()
  if (session?.role !== 'Patient') return <ChosenScans />
  return (
    <>
      <Title person={session.user} />
      <MyScans patientKey={session.user.patient_id} />
    </>
  )
}
