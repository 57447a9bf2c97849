import { ClosureNotice } from '../../features/accounts/ClosureNotice.tsx'
import { PatientSummary } from '../../features/patient-summary/PatientSummary.tsx'

/** What the features put on top of a patient's record, as staff see it. */
export const RecordSummary = (of: { patientKey: string }) => (
  <>
    <ClosureNotice {...of} />
    <PatientSummary {...of} />
  </>
)
