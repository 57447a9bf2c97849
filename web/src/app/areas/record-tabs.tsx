import { lazy } from 'react'
import type { AreaTab } from '../../features/patients/PatientAreaPage.tsx'
import type { RecordTab } from '../../features/patients/PatientDetailsPage.tsx'

const AppointmentTab = lazy(async () => ({
  default: (await import('../../features/appointments/AppointmentTab.tsx')).AppointmentTab,
}))
const EmailTab = lazy(async () => ({ default: (await import('../../features/emails/EmailTab.tsx')).EmailTab }))
const PatientAppointments = lazy(async () => ({
  default: (await import('../../features/appointments/PatientAppointments.tsx')).PatientAppointments,
}))
const PatientDocuments = lazy(async () => ({
  default: (await import('../../features/documents/PatientDocuments.tsx')).PatientDocuments,
}))
const PatientScans = lazy(async () => ({
  default: (await import('../../features/scans/PatientScans.tsx')).PatientScans,
}))
const SurveyResponses = lazy(async () => ({
  default: (await import('../../features/surveys/SurveyResponses.tsx')).SurveyResponses,
}))
const PatientReimbursements = lazy(async () => ({
  default: (await import('../../features/reimbursements/PatientReimbursements.tsx')).PatientReimbursements,
}))
const ReimbursementTab = lazy(async () => ({
  default: (await import('../../features/reimbursements/ReimbursementTab.tsx')).ReimbursementTab,
}))
const UploadTab = lazy(async () => ({ default: (await import('../../features/documents/UploadTab.tsx')).UploadTab }))

/** What the other features add to a patient's record, as staff see it; a later tab is one more line. */
export const recordTabs: RecordTab[] = [
  { value: 'scan', label: 'Scan', Panel: PatientScans },
  { value: 'file', label: 'File', Panel: PatientDocuments },
  { value: 'appointment', label: 'Appointment', Panel: PatientAppointments },
  { value: 'email', label: 'Email', Panel: EmailTab },
  { value: 'feedback', label: 'Feedback', Panel: SurveyResponses },
  { value: 'reimbursement', label: 'Reimbursement', Panel: PatientReimbursements },
]

/** What they add to the patient's own area. */
export const areaTabs: AreaTab[] = [
  { value: 'appointment', label: 'Appointment', Page: AppointmentTab },
  { value: 'uploadfile', label: 'Upload File', Page: UploadTab },
  { value: 'reimbursement', label: 'Reimbursement', Page: ReimbursementTab },
]
