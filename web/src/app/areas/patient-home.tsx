import { careAt } from '@fornix/contract'
import { IconMessages, IconShieldCheck, IconShieldSearch, IconUpload, IconUser } from '@tabler/icons-react'
import { messages as words } from '../../clinic/shell/messages.ts'
import { NextAppointment, useVisitsReady } from '../../features/appointments/NextAppointment.tsx'
import { MessagesFigure, useMessagesReady, useMessagesTodo } from '../../features/care-messages/use-messages-todo.ts'
import { type HomeSlots, PatientHomePage } from '../../features/patients/PatientHomePage.tsx'
import { useMedicalTodo } from '../../features/patients/use-medical-todo.ts'
import { NewestScan, useNewestScanReady } from '../../features/scans/NewestScan.tsx'
import { useScreeningReady, useScreeningTodo } from '../../features/screening/use-screening-todo.ts'
import { useSurveyReady, useSurveyTodo } from '../../features/surveys/use-survey-todo.ts'
import { paths } from '../../platform/base/paths.ts'
import { t } from '../../platform/language/t.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { isShared } from '../../platform/session/shared.ts'

const useReady = () => {
  const visits = useVisitsReady()
  const messages = useMessagesReady()
  const screening = useScreeningReady()
  const survey = useSurveyReady()
  const scan = useNewestScanReady()
  return visits && messages && screening && survey && scan
}

/** What blocks the next visit comes first, then messages, then what can wait. */
const useTodos = () =>
  [useScreeningTodo(), useMessagesTodo(), useMedicalTodo(), useSurveyTodo()].filter((todo) => todo !== undefined)

/** What the features add to a patient's home. The tiles lead where the navigation does not. */
const slots: HomeSlots = {
  useReady,
  useTodos,
  Visit: NextAppointment,
  Scan: NewestScan,
  tiles: [
    { to: paths.messages, title: t('Messages'), icon: IconMessages, Figure: MessagesFigure },
    {
      to: paths.patientTab('uploadfile'),
      title: t('Upload File'),
      icon: IconUpload,
      Figure: () => t('PDF or photo'),
    },
    { to: paths.mrSafety, title: t('MRI safety'), icon: IconShieldCheck, Figure: () => t('Questions before a scan') },
    {
      to: paths.patientTab('profile'),
      title: words.nav.ownProfile,
      icon: IconUser,
      Figure: () => t('Contact and medical information'),
    },
    {
      to: paths.accessLog,
      title: t('Who opened my record'),
      icon: IconShieldSearch,
      Figure: () => t('By name, day, and time'),
    },
  ],
}

const Nothing = () => null

/** /profile for patients; a caregiver gets what was shared, and sees whose it is. */
export const PatientHome = () => {
  const { firstName } = useCared()
  const profile = paths.patientTab('profile')
  const tiles = slots.tiles.map((tile) =>
    firstName && tile.to === profile ? { ...tile, title: words.nav.profileOf(firstName) } : tile,
  )
  return (
    <PatientHomePage
      {...slots}
      Visit={isShared('visits') ? slots.Visit : Nothing}
      Scan={isShared('images') ? slots.Scan : Nothing}
      tiles={tiles.filter(({ to }) => isShared(careAt(to)))}
    />
  )
}
