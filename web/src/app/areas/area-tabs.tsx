import type { AreaTab } from '../../features/patients/PatientAreaPage.tsx'
import { t } from '../../platform/language/t.ts'
import { lazyPart, type Part } from '../../ui/state/lazy-part.tsx'

const AppointmentTab = lazyPart(async () => (await import('./appointment-tab.tsx')).PatientAppointmentTab)
const ReimbursementTab = lazyPart(
  async () => (await import('../../features/reimbursements/ReimbursementTab.tsx')).ReimbursementTab,
)
const UploadTab = lazyPart(async () => (await import('../../features/documents/UploadTab.tsx')).UploadTab)

/** The tabs that other features add to the patient's own area; a new tab is one more line. */
export const areaTabs: (AreaTab & { Page: Part })[] = [
  { value: 'appointment', label: t('Appointment'), Page: AppointmentTab },
  { value: 'uploadfile', label: t('Upload File'), Page: UploadTab },
  { value: 'reimbursement', label: t('Reimbursement'), Page: ReimbursementTab },
]
