import { lazy } from 'react'
import type { AreaTab } from './features/patients/PatientAreaPage.tsx'
import type { RecordTab } from './features/patients/PatientDetailsPage.tsx'

const PatientDocuments = lazy(async () => ({
  default: (await import('./features/documents/PatientDocuments.tsx')).PatientDocuments,
}))
const UploadTab = lazy(async () => ({ default: (await import('./features/documents/UploadTab.tsx')).Component }))

/** What the other features add to a patient's record, as staff see it; a later tab is one more line. */
export const recordTabs: RecordTab[] = [{ value: 'file', label: 'File', Panel: PatientDocuments }]

/** What they add to the patient's own area. */
export const areaTabs: AreaTab[] = [{ value: 'uploadfile', label: 'Upload File', Page: UploadTab }]
