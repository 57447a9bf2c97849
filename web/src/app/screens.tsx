import type { PageName } from '@fornix/contract'
import { useConfig } from '../platform/calls/config.ts'
import { useSession } from '../platform/session/session.tsx'
import { currentSession } from '../platform/session/session-store.ts'
import { absentPage } from '../ui/shell/OfflinePage.tsx'
import { LoadingState } from '../ui/state/LoadingState.tsx'
import { lazyPart } from '../ui/state/lazy-part.tsx'
import { areaTabs } from './areas/area-tabs.tsx'
import { recordTabs } from './areas/record-tabs.tsx'
import { load, type Screen, screen } from './lazy-screen.ts'

/** All load together: a summary arriving later would shift the record. */
const PatientDetails = lazyPart(async () => {
  const [{ PatientDetailsPage: Page }, { RecordSummary }, { SpecialCare }] = await Promise.all([
    import('../features/patients/PatientDetailsPage.tsx'),
    import('./areas/record-summary.tsx'),
    import('../features/special-care/SpecialCare.tsx'),
  ])
  return () => <Page tabs={recordTabs} summary={RecordSummary} tool={SpecialCare} />
}, absentPage)
const PatientArea = lazyPart(
  async () => (await import('../features/patients/PatientAreaPage.tsx')).PatientAreaPage,
  absentPage,
)
const PatientHome = load(() => import('./areas/patient-home.tsx'), 'PatientHome')
const PatientProfile = load(() => import('../features/patients/PatientProfilePage.tsx'), 'PatientProfilePage')
const AdminSignIn = load(() => import('../features/sign-in/AdminPage.tsx'), 'AdminPage')
const AdminArea = load(() => import('./areas/provider-list.tsx'), 'AdminArea')
const Gallery = load(() => import('../features/gallery/GalleryPage.tsx'), 'GalleryPage')
export const NotFound = load(() => import('../features/public-site/NotFoundPage.tsx'), 'NotFoundPage')

const areaParts = (tab = '') => {
  const Page = areaTabs.find(({ value }) => value === tab.toLowerCase())?.Page ?? PatientProfile
  return [PatientArea, Page]
}
/** One address, two pages: the signed-in user's role decides. */
const Profile = () => (useSession()?.role === 'Patient' ? <PatientHome /> : <PatientDetails />)
const Area = () => <PatientArea profile={PatientProfile} tabs={areaTabs} unknown={<NotFound />} />
const Admin = () => (useSession()?.audience === 'admin' ? <AdminArea /> : <AdminSignIn />)
const Example = () => {
  const config = useConfig()
  if (!config) return <LoadingState />
  return config.demo ? <Gallery /> : <NotFound />
}

const landing = screen(() => import('../features/public-site/LandingPage.tsx'), 'LandingPage')
const patients = screen(() => import('../features/sign-in/PatientsPage.tsx'), 'PatientsPage')
const physicians = screen(() => import('../features/sign-in/PhysiciansPage.tsx'), 'PhysiciansPage')
const terms = screen(() => import('../features/public-site/TermsPage.tsx'), 'TermsPage')
const privacy = screen(() => import('../features/public-site/PrivacyPage.tsx'), 'PrivacyPage')
const requestReset = screen(() => import('../features/sign-in/RequestResetPage.tsx'), 'RequestResetPage')
const changePassword = screen(() => import('../features/sign-in/ChangePasswordPage.tsx'), 'ChangePasswordPage')
const invite = screen(() => import('../features/invites/InvitePage.tsx'), 'InvitePage')
const confirmEmail = screen(() => import('../features/accounts/ConfirmEmailPage.tsx'), 'ConfirmEmailPage')
const stopRecovery = screen(() => import('../features/two-step/recovery/StopRecoveryPage.tsx'), 'StopRecoveryPage')
const undoFactor = screen(() => import('../features/two-step/UndoFactorPage.tsx'), 'UndoFactorPage')
const stopEmailChange = screen(() => import('../features/accounts/StopEmailChangePage.tsx'), 'StopEmailChangePage')

const messagesPage = screen(() => import('../features/care-messages/MessagesPage.tsx'), 'MessagesPage')

export const onPublicSite = {
  home: landing,
  patients: patients,
  patientRegister: patients,
  patient: patients,
  physicians: physicians,
  operator: physicians,
  about: screen(() => import('../features/public-site/AboutPage.tsx'), 'AboutPage'),
  contactLanding: screen(() => import('../features/contact/PublicContactPage.tsx'), 'PublicContactPage'),
  terms: terms,
  termsAlias: terms,
  privacy: privacy,
  privacyAlias: privacy,
  patientReset: requestReset,
  operatorReset: requestReset,
  patientChangePassword: changePassword,
  operatorChangePassword: changePassword,
  verifyEmail: screen(() => import('../features/sign-in/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
  invite: invite,
  providerInvite: invite,
  registerOperator: screen(() => import('../features/invites/RegisterOperatorPage.tsx'), 'RegisterOperatorPage'),
  patientConfirmEmail: confirmEmail,
  operatorConfirmEmail: confirmEmail,
  patientStopEmailChange: stopEmailChange,
  operatorStopEmailChange: stopEmailChange,
  undoFactor,
  stopRecovery,
  authCallback: screen(() => import('../features/sign-in/AuthCallbackPage.tsx'), 'AuthCallbackPage'),
  chooseProject: screen(() => import('../features/sign-in/ChooseProjectPage.tsx'), 'ChooseProjectPage'),
  verify: screen(() => import('../features/verify/VerifyPage.tsx'), 'VerifyPage'),
  status: screen(() => import('../features/status/StatusPage.tsx'), 'StatusPage'),
  example: { Component: Example },
  navbar: { Component: Example },
} satisfies Partial<Record<PageName, Screen>>

export const inAreas = {
  adminPage: { Component: Admin },
  admin: { Component: Admin },
  profile: {
    Component: Profile,
    parts: () => [currentSession()?.role === 'Patient' ? PatientHome : PatientDetails],
  },
  patientTab: { Component: Area, parts: ({ tab }) => areaParts(tab) },
  files: screen(() => import('../features/documents/FilesPage.tsx'), 'FilesPage'),
  workQueue: screen(() => import('../features/work-queue/WorkQueuePage.tsx'), 'WorkQueuePage'),
  patientList: screen(() => import('./areas/patient-list.tsx'), 'PatientList'),
  reports: screen(() => import('../features/reports/ReportsPage.tsx'), 'ReportsPage'),
  mergeRecords: screen(() => import('../features/record-merge/MergeRecordsPage.tsx'), 'MergeRecordsPage'),
  registrations: screen(() => import('./areas/registrations.tsx'), 'Registrations'),
  scan: screen(() => import('../features/scans/ScanPage.tsx'), 'ScanPage'),
  authForm: screen(() => import('../features/forms/AuthFormPage.tsx'), 'AuthFormPage'),
  signedForm: screen(() => import('../features/forms/SignedFormPage.tsx'), 'SignedFormPage'),
  adminScanRequests: screen(() => import('../features/scan-access/AdminScanRequestsPage.tsx'), 'AdminScanRequestsPage'),
  unmatchedStudies: screen(
    () => import('../features/unmatched-studies/UnmatchedStudiesPage.tsx'),
    'UnmatchedStudiesPage',
  ),
  contact: screen(() => import('../features/contact/ContactPage.tsx'), 'ContactPage'),
  notifications: screen(() => import('../features/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
  news: screen(() => import('../features/patient-news/NewsPage.tsx'), 'NewsPage'),
  operatorList: screen(() => import('./areas/provider-list.tsx'), 'OperatorList'),
  operatorProfile: screen(() => import('../features/providers/OperatorProfilePage.tsx'), 'OperatorProfilePage'),
  adminProfile: screen(() => import('../features/providers/AdminProfilePage.tsx'), 'AdminProfilePage'),
  projectSettings: screen(() => import('./areas/project-settings.tsx'), 'ProjectSettings'),
  rights: screen(() => import('../features/rights/RightsPage.tsx'), 'RightsPage'),
  scanUpload: screen(() => import('../features/arrival/ScanUploadPage.tsx'), 'ScanUploadPage'),
  confirmIdentity: screen(() => import('../features/two-step/recovery/ConfirmIdentityPage.tsx'), 'ConfirmIdentityPage'),
  daySheet: screen(() => import('../features/appointments/DaySheetPage.tsx'), 'DaySheetPage'),
  scheduling: screen(() => import('../features/appointments/SchedulingPage.tsx'), 'SchedulingPage'),
  emailTemplates: screen(() => import('../features/email-templates/EmailTemplatesPage.tsx'), 'EmailTemplatesPage'),
  company: screen(() => import('../features/public-site/CompanyPage.tsx'), 'CompanyPage'),
  feedback: screen(() => import('../features/feedback/FeedbackPage.tsx'), 'FeedbackPage'),
  mrSafety: screen(() => import('../features/screening/MrSafetyPage.tsx'), 'MrSafetyPage'),
  messages: messagesPage,
  messageThread: messagesPage,
  careMessages: screen(() => import('../features/care-messages/CareMessagesPage.tsx'), 'CareMessagesPage'),
  survey: screen(() => import('../features/surveys/SurveyPage.tsx'), 'SurveyPage'),
  accessLog: screen(() => import('../features/access-log/AccessLogPage.tsx'), 'AccessLogPage'),
  auditLog: screen(() => import('../features/audit-log/AuditLogPage.tsx'), 'AuditLogPage'),
  unusualAccess: screen(() => import('../features/unusual-access/UnusualAccessPage.tsx'), 'UnusualAccessPage'),
  emergencyAccess: screen(() => import('../features/emergency-access/EmergencyAccessPage.tsx'), 'EmergencyAccessPage'),
  account: screen(() => import('./areas/account.tsx'), 'Account'),
  forbidden: screen(() => import('../features/public-site/ForbiddenPage.tsx'), 'ForbiddenPage'),
} satisfies Partial<Record<PageName, Screen>>

const alone = {
  viewer: screen(() => import('../features/imaging/ViewerPage.tsx'), 'ViewerPage'),
}

// A contract page without a screen does not compile, and neither does a screen without a page.
export const screens: Record<PageName, Screen> = { ...onPublicSite, ...inAreas, ...alone }
