import {
  IconCalendarEvent,
  IconFiles,
  IconMessages,
  IconReceipt,
  IconScan,
  IconShieldCheck,
  IconUpload,
} from '@tabler/icons-react'
import { NextAppointment, useVisitsReady } from '../../features/appointments/NextAppointment.tsx'
import { MessagesFigure, MessagesTodo, useMessagesReady } from '../../features/care-messages/MessagesTodo.tsx'
import { FilesFigure } from '../../features/documents/FilesFigure.tsx'
import { type HomeSlots, PatientHomePage } from '../../features/patients/PatientHomePage.tsx'
import { ClaimsFigure } from '../../features/reimbursements/ClaimsFigure.tsx'
import { ScansFigure } from '../../features/scans/ScansFigure.tsx'
import { ScreeningTodo, useScreeningReady } from '../../features/screening/ScreeningTodo.tsx'
import { SurveyTodo, useSurveyReady } from '../../features/surveys/SurveyTodo.tsx'
import { paths } from '../../platform/base/paths.ts'

const useReady = () => {
  const visits = useVisitsReady()
  const messages = useMessagesReady()
  const screening = useScreeningReady()
  const survey = useSurveyReady()
  return visits && messages && screening && survey
}

/** What the features bring to a patient's home, each by a line: cards on top, what is open to do, and ways on. */
const slots: HomeSlots = {
  useReady,
  cards: [NextAppointment],
  todos: [MessagesTodo, ScreeningTodo, SurveyTodo],
  tiles: [
    { to: paths.patientTab('appointment'), title: 'Book', icon: IconCalendarEvent, Figure: () => '30 minutes' },
    { to: paths.scan, title: 'Scans', icon: IconScan, Figure: ScansFigure },
    { to: paths.messages, title: 'Messages', icon: IconMessages, Figure: MessagesFigure },
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
