import { IconCalendarEvent, IconFiles, IconReceipt, IconScan, IconShieldCheck, IconUpload } from '@tabler/icons-react'
import { NextAppointment } from '../../features/appointments/NextAppointment.tsx'
import { FilesFigure } from '../../features/documents/FilesFigure.tsx'
import { type HomeSlots, PatientHomePage } from '../../features/patients/PatientHomePage.tsx'
import { ClaimsFigure } from '../../features/reimbursements/ClaimsFigure.tsx'
import { ScansFigure } from '../../features/scans/ScansFigure.tsx'
import { SurveyTodo } from '../../features/surveys/SurveyTodo.tsx'
import { paths } from '../../platform/base/paths.ts'

/** What the features bring to a patient's home, each by a line: cards on top, what is open to do, and ways on. */
const slots: HomeSlots = {
  cards: [NextAppointment],
  todos: [SurveyTodo],
  tiles: [
    { to: paths.patientTab('appointment'), title: 'Book', icon: IconCalendarEvent, Figure: () => '30 minutes' },
    { to: paths.scan, title: 'Scans', icon: IconScan, Figure: ScansFigure },
    { to: paths.files, title: 'Files', icon: IconFiles, Figure: FilesFigure },
    {
      to: paths.patientTab('reimbursement'),
      title: 'Claims',
      icon: IconReceipt,
      Figure: ClaimsFigure,
    },
    {
      to: paths.patientTab('uploadfile'),
      title: 'Upload File',
      icon: IconUpload,
      Figure: () => 'PDF or picture, 5 MB',
    },
    {
      to: paths.accessLog,
      title: 'Who opened my data',
      icon: IconShieldCheck,
      Figure: () => 'By name, day and time',
    },
  ],
}

/** /profile for patients, and the Profile tab of their area. */
export const PatientHome = () => <PatientHomePage {...slots} />
