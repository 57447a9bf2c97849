import type { RecordTab } from '../../features/patients/PatientDetailsPage.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'

const PatientCaregivers = lazyPart(
  async () => (await import('../../features/caregivers/PatientCaregivers.tsx')).PatientCaregivers,
)
const EmailTab = lazyPart(async () => (await import('../../features/emails/EmailTab.tsx')).EmailTab)
const PatientAppointments = lazyPart(
  async () => (await import('../../features/appointments/PatientAppointments.tsx')).PatientAppointments,
)
const PatientDocuments = lazyPart(
  async () => (await import('../../features/documents/PatientDocuments.tsx')).PatientDocuments,
)
const PatientMessages = lazyPart(
  async () => (await import('../../features/care-messages/PatientMessages.tsx')).PatientMessages,
)
const PatientScans = lazyPart(async () => (await import('../../features/scans/PatientScans.tsx')).PatientScans)
const ScreeningPanel = lazyPart(
  async () => (await import('../../features/screening/ScreeningPanel.tsx')).ScreeningPanel,
)
const SurveyResponses = lazyPart(
  async () => (await import('../../features/surveys/SurveyResponses.tsx')).SurveyResponses,
)
const PatientReimbursements = lazyPart(
  async () => (await import('../../features/reimbursements/PatientReimbursements.tsx')).PatientReimbursements,
)

/** The tabs that other features add to a patient's record for staff; a new tab is one more line. */
export const recordTabs: RecordTab[] = [
  { value: 'scan', label: 'Scan', Panel: PatientScans },
  { value: 'file', label: 'File', Panel: PatientDocuments },
  { value: 'appointment', label: 'Appointment', Panel: PatientAppointments },
  { value: 'messages', label: 'Messages', Panel: PatientMessages },
  { value: 'email', label: 'Email', Panel: EmailTab },
  { value: 'feedback', label: 'Feedback', Panel: SurveyResponses },
  { value: 'reimbursement', label: 'Reimbursement', Panel: PatientReimbursements },
  { value: 'mrsafety', label: 'MRI safety', Panel: ScreeningPanel },
  { value: 'caregivers', label: 'Caregivers', Panel: PatientCaregivers },
]
