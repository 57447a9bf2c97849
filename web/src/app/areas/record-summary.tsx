import { ClosureNotice } from '../../features/accounts/ClosureNotice.tsx'
import { PatientSummary } from '../../features/patient-summary/PatientSummary.tsx'

/** What the features put at the top of a patient's record for staff. */
export const RecordSummary = (of: { patientKey: string }) => (
  <>
    <ClosureNotice {...of} />
    <PatientSummary {...of} />
  </>
)
