import type { Rolldown } from 'vite'

/** Who reads a page, which decides what it is made of. */
type Reader = 'anyone' | 'patient' | 'staff'

const forms = 'theme/controls-css.ts'
const patients = [forms, 'app/signed-in.ts']
const staff = [forms, 'app/signed-in.ts', 'app/areas/staff-area.tsx', 'features/notifications/NotificationBell.tsx']

/** By address: the modules that a page loads by `import()` before it stands. `*` is for pages that have no line. */
const modules: Record<Reader, Record<string, string[]>> = {
  anyone: {
    '/patients': [forms, 'features/sign-in/PatientsPage.tsx'],
    '/patient': [forms, 'features/sign-in/PatientsPage.tsx'],
    '/patient-register': [forms, 'features/sign-in/PatientsPage.tsx'],
    '/physicians': [forms, 'features/sign-in/PhysiciansPage.tsx'],
    '/operator': [forms, 'features/sign-in/PhysiciansPage.tsx'],
    '/contactuslanding': [forms, 'features/contact/PublicContactPage.tsx'],
  },
  patient: {
    '*': patients,
    '/profile': [...patients, 'app/areas/patient-home.tsx'],
    '/patient/profile': [
      ...patients,
      'features/patients/PatientAreaPage.tsx',
      'features/patients/PatientProfilePage.tsx',
    ],
    '/patient/appointment': [...patients, 'features/patients/PatientAreaPage.tsx', 'app/areas/appointment-tab.tsx'],
    '/patient/uploadfile': [...patients, 'features/patients/PatientAreaPage.tsx', 'features/documents/UploadTab.tsx'],
    '/patient/reimbursement': [
      ...patients,
      'features/patients/PatientAreaPage.tsx',
      'features/reimbursements/ReimbursementTab.tsx',
    ],
    '/scan': [...patients, 'features/scans/ScanPage.tsx'],
    '/files': [...patients, 'features/documents/FilesPage.tsx'],
    '/messages': [...patients, 'features/care-messages/MessagesPage.tsx'],
    '/news': [...patients, 'features/patient-news/NewsPage.tsx'],
    '/account': [...patients, 'app/areas/account.tsx'],
    '/accesslog': [...patients, 'features/access-log/AccessLogPage.tsx'],
    '/survey': [...patients, 'features/surveys/SurveyPage.tsx'],
    '/mrsafety': [...patients, 'features/screening/MrSafetyPage.tsx'],
    '/contactus': [...patients, 'features/contact/ContactPage.tsx'],
  },
  staff: {
    '*': staff,
    '/workqueue': [...staff, 'features/work-queue/WorkQueuePage.tsx'],
    '/operatorpatientlist': [...staff, 'app/areas/patient-list.tsx'],
    '/reports': [...staff, 'features/reports/ReportsPage.tsx'],
    '/daysheet': [...staff, 'features/appointments/DaySheetPage.tsx'],
    '/profile': [
      ...staff,
      'features/patients/PatientDetailsPage.tsx',
      'app/areas/record-summary.tsx',
      'features/special-care/SpecialCare.tsx',
    ],
  },
}

/** What a document asks for beside its own files: scripts as modules, styles for when they are needed. */
export type FirstFiles = Record<Reader, Record<string, string[]>>

/** The files of these modules and of all that they import, in the order of need. */
export const firstFilesOf = (bundle: Rolldown.OutputBundle): FirstFiles => {
  const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
  const chunkOf = (module: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/src/${module}`))
    if (!found) throw new Error(`The build has no file with ${module}`)
    return found
  }
  const stylesOf = ({ viteMetadata }: Rolldown.OutputChunk) => [...(viteMetadata?.importedCss ?? [])]
  const reached = (names: string[], into = new Set<string>()) => {
    for (const name of names) {
      const chunk = bundle[name]
      if (into.has(name) || chunk?.type !== 'chunk') continue
      into.add(name)
      for (const style of stylesOf(chunk)) into.add(style)
      reached(chunk.imports, into)
    }
    return into
  }
  const program = reached(
    chunks.filter(({ name, isEntry }) => isEntry && name === 'index').map(({ fileName }) => fileName),
  )
  const filesOf = (parts: string[]) =>
    [...reached(parts.map((part) => chunkOf(part).fileName))].filter((file) => !program.has(file))
  const ofReader = (pages: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(pages).map(([address, parts]) => [address, filesOf(parts)]))
  return {
    anyone: ofReader(modules.anyone),
    patient: ofReader(modules.patient),
    staff: ofReader(modules.staff),
  }
}
