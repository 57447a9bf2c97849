import { keysOf, type PageName, pageAddresses, pages, patientTabs } from '@fornix/contract'
import type { Rolldown } from 'vite'

/** Who reads a page, which decides what it is made of. */
type Reader = 'anyone' | 'patient' | 'staff'

const signedIn = ['app/signed-in.ts']
const patient = [...signedIn, 'app/patient-frame.ts']
const staff = [...signedIn, 'app/areas/staff-area.tsx', 'features/notifications/NotificationBell.tsx']

/** What pages load beside the frame around them. */
type Parts = Partial<Record<PageName, string[]>>
const onEntrances: Parts = {
  patients: ['features/sign-in/PatientsPage.tsx'],
  patient: ['features/sign-in/PatientsPage.tsx'],
  patientRegister: ['features/sign-in/PatientsPage.tsx'],
  physicians: ['features/sign-in/PhysiciansPage.tsx'],
  operator: ['features/sign-in/PhysiciansPage.tsx'],
  contactLanding: ['features/contact/PublicContactPage.tsx'],
}
const ofPatients: Parts = {
  profile: ['app/areas/patient-home.tsx'],
  scan: ['features/scans/ScanPage.tsx'],
  files: ['features/documents/FilesPage.tsx'],
  messages: ['features/care-messages/MessagesPage.tsx'],
  news: ['features/patient-news/NewsPage.tsx'],
  account: ['app/areas/account.tsx'],
  accessLog: ['features/access-log/AccessLogPage.tsx'],
  survey: ['features/surveys/SurveyPage.tsx'],
  mrSafety: ['features/screening/MrSafetyPage.tsx'],
  authForm: ['features/forms/AuthFormPage.tsx'],
  contact: ['features/contact/ContactPage.tsx'],
}
const ofTabs: Record<(typeof patientTabs)[number], string> = {
  profile: 'features/patients/PatientProfilePage.tsx',
  appointment: 'app/areas/appointment-tab.tsx',
  uploadfile: 'features/documents/UploadTab.tsx',
  reimbursement: 'features/reimbursements/ReimbursementTab.tsx',
}
const ofStaff: Parts = {
  workQueue: ['features/work-queue/WorkQueuePage.tsx'],
  patientList: ['app/areas/patient-list.tsx'],
  reports: ['features/reports/ReportsPage.tsx'],
  daySheet: ['features/appointments/DaySheetPage.tsx'],
  adminScanRequests: ['features/scan-access/AdminScanRequestsPage.tsx'],
  unmatchedStudies: ['features/unmatched-studies/UnmatchedStudiesPage.tsx'],
  mergeRecords: ['features/record-merge/MergeRecordsPage.tsx'],
  registrations: ['app/areas/registrations.tsx'],
  careMessages: ['features/care-messages/CareMessagesPage.tsx'],
  notifications: ['features/notifications/NotificationsPage.tsx'],
  scanUpload: ['features/arrival/ScanUploadPage.tsx'],
  confirmIdentity: ['features/two-step/recovery/ConfirmIdentityPage.tsx'],
  admin: ['app/areas/provider-list.tsx'],
  operatorList: ['app/areas/provider-list.tsx'],
  operatorProfile: ['features/providers/OperatorProfilePage.tsx'],
  adminProfile: ['features/providers/AdminProfilePage.tsx'],
  projectSettings: ['app/areas/project-settings.tsx'],
  auditLog: ['features/audit-log/AuditLogPage.tsx'],
  unusualAccess: ['features/unusual-access/UnusualAccessPage.tsx'],
  emergencyAccess: ['features/emergency-access/EmergencyAccessPage.tsx'],
  rights: ['features/rights/RightsPage.tsx'],
  scheduling: ['features/appointments/SchedulingPage.tsx'],
  emailTemplates: ['features/email-templates/EmailTemplatesPage.tsx'],
  feedback: ['features/feedback/FeedbackPage.tsx'],
  account: ['app/areas/account.tsx'],
  contact: ['features/contact/ContactPage.tsx'],
  scan: ['features/scans/ScanPage.tsx'],
  files: ['features/documents/FilesPage.tsx'],
  profile: [
    'features/patients/PatientDetailsPage.tsx',
    'app/areas/record-summary.tsx',
    'features/special-care/SpecialCare.tsx',
  ],
}
/** A document of its own, without the shells. */
const viewer: Parts = { viewer: ['features/imaging/ViewerPage.tsx'] }

const inFrame = (frame: string[], parts: Parts) =>
  Object.fromEntries(
    keysOf(parts).map((name): [string, string[]] => [
      pages[name].path.toLowerCase(),
      [...frame, ...(parts[name] ?? [])],
    ]),
  )

/** By address: the modules that a page loads by `import()` before it stands. `*` is for pages that have no line. */
const modules: Record<Reader, Record<string, string[]>> = {
  anyone: inFrame([], onEntrances),
  patient: {
    '*': patient,
    ...inFrame(patient, ofPatients),
    ...inFrame(signedIn, viewer),
    ...Object.fromEntries(
      patientTabs.map((tab) => [
        pageAddresses.patientTab(tab),
        [...patient, 'features/patients/PatientAreaPage.tsx', ofTabs[tab]],
      ]),
    ),
  },
  staff: { '*': staff, ...inFrame(staff, ofStaff), ...inFrame(signedIn, viewer) },
}

/** The same by reader and address. */
export const partsOfPages: Record<string, string[]> = Object.fromEntries(
  Object.entries(modules).flatMap(([reader, pages]) =>
    Object.entries(pages).map(([address, parts]) => [`${reader} ${address}`, parts]),
  ),
)

type FirstFile = { file: string; isLarge: boolean }
/** What a document asks for beside its own files: scripts as modules, styles for when they are needed. */
export type FirstFiles = Record<Reader, Record<string, FirstFile[]>>

/** How many files Chromium asks for at a time of those with low priority. */
const mostAtLowPriority = 10

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
  const lengthOf = (name: string) => {
    const file = bundle[name]
    return (file?.type === 'chunk' ? file.code : file?.source)?.length ?? 0
  }
  const filesOf = (parts: string[]) => {
    const files = [...reached(parts.map((part) => chunkOf(part).fileName))].filter((file) => !program.has(file))
    const largest = files.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, mostAtLowPriority)
    return files.map((file) => ({ file, isLarge: largest.includes(file) }))
  }
  const ofReader = (pages: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(pages).map(([address, parts]) => [address, filesOf(parts)]))
  return {
    anyone: ofReader(modules.anyone),
    patient: ofReader(modules.patient),
    staff: ofReader(modules.staff),
  }
}
