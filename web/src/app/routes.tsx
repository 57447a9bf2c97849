import { careAt, keysOf, type PageName, pageAt, pages } from '@fornix/contract'
import { type ComponentType, Suspense, useEffect } from 'react'
import { type LoaderFunctionArgs, Outlet, type RouteObject, redirectDocument, useLocation } from 'react-router'
import { isViewer, paths } from '../platform/base/paths.ts'
import { useConfig } from '../platform/calls/config.ts'
import { watchServiceWorker } from '../platform/http/service-worker.ts'
import { useSession } from '../platform/session/session.tsx'
import { currentSession } from '../platform/session/session-store.ts'
import { isShared } from '../platform/session/shared.ts'
import { KeepFocus } from '../ui/shell/KeepFocus.tsx'
import { KeepScroll } from '../ui/shell/KeepScroll.tsx'
import { OfflinePage } from '../ui/shell/OfflinePage.tsx'
import { PublicShell } from '../ui/shell/PublicShell.tsx'
import { PageError, RouteError } from '../ui/shell/RouteError.tsx'
import { LoadingState } from '../ui/state/LoadingState.tsx'
import { lazyPart, loadPart, Nothing } from '../ui/state/lazy-part.tsx'
import { areaTabs, recordTabs } from './areas/record-tabs.tsx'
import { Frame } from './Frame.tsx'
import { guard, letThrough } from './guards.ts'

type Screen = Pick<RouteObject, 'Component' | 'lazy'>

/** With the styles of everything that is not on a page that is only read. */
const styled = async <File,>(file: Promise<File>): Promise<File> =>
  (await Promise.all([file, import('../theme/controls-css.ts')]))[0]

/** Loads what a file exports under this name once it is needed. */
const load = <N extends string>(
  file: () => Promise<Record<N, ComponentType>>,
  name: N,
  Meanwhile: ComponentType = OfflinePage,
) => lazyPart(async () => (await styled(file()))[name], Meanwhile)
/** The same for a page: the router waits for it before it leaves the page before. */
const screen = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  lazy: async () => ({ Component: await loadPart(async () => (await styled(file()))[name], OfflinePage) }),
})
const screenToRead = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  lazy: async () => ({ Component: await loadPart(async () => (await file())[name], OfflinePage) }),
})

const IdleLogout = load(() => import('./signed-in.ts'), 'IdleLogout', Nothing)
const ProofDialog = load(() => import('./signed-in.ts'), 'ProofDialog', Nothing)
const ActingBanner = load(() => import('../ui/shell/ActingBanner.tsx'), 'ActingBanner', Nothing)
const StaffArea = load(() => import('./areas/staff-area.tsx'), 'StaffArea')
const PatientShell = lazyPart(async () => (await styled(import('./signed-in.ts'))).PatientShell, OfflinePage)
const ConfirmScreen = lazyPart(
  async () => (await styled(import('../features/registration/ConfirmScreen.tsx'))).ConfirmScreen,
  OfflinePage,
)
/** All come at once: a summary that came later would move the record. */
const PatientDetails = lazyPart(async () => {
  const [{ PatientDetailsPage: Page }, { RecordSummary }, { SpecialCare }] = await Promise.all([
    styled(import('../features/patients/PatientDetailsPage.tsx')),
    import('./areas/record-summary.tsx'),
    import('../features/special-care/SpecialCare.tsx'),
  ])
  return () => <Page tabs={recordTabs} summary={RecordSummary} tool={SpecialCare} />
}, OfflinePage)
const TwoStepScreen = load(() => import('../features/two-step/TwoStepScreen.tsx'), 'TwoStepScreen')
const PatientArea = lazyPart(
  async () => (await styled(import('../features/patients/PatientAreaPage.tsx'))).PatientAreaPage,
  OfflinePage,
)
const PatientHome = load(() => import('./areas/patient-home.tsx'), 'PatientHome')
const PatientProfile = load(() => import('../features/patients/PatientProfilePage.tsx'), 'PatientProfilePage')
const AdminSignIn = load(() => import('../features/sign-in/AdminPage.tsx'), 'AdminPage')
const AdminArea = load(() => import('./areas/provider-list.tsx'), 'AdminArea')
const Gallery = load(() => import('../features/gallery/GalleryPage.tsx'), 'GalleryPage')
const NotFound = load(() => import('../features/public-site/NotFoundPage.tsx'), 'NotFoundPage')

const KeepPush = load(() => import('../features/notices/KeepPush.tsx'), 'KeepPush', Nothing)
/** Elsewhere no push notification was ever allowed. */
const mayShowPush = () => 'Notification' in window && Notification.permission === 'granted'
const NewsBell = load(() => import('./signed-in.ts'), 'NewsBell', Nothing)

/** One address, two pages: who is signed in decides. */
const Profile = () => (useSession()?.role === 'Patient' ? <PatientHome /> : <PatientDetails />)
const Area = () => <PatientArea profile={PatientProfile} tabs={areaTabs} unknown={<NotFound />} />
const Admin = () => (useSession()?.audience === 'admin' ? <AdminArea /> : <AdminSignIn />)
const Example = () => {
  const config = useConfig()
  if (!config) return <LoadingState />
  return config.demo ? <Gallery /> : <NotFound />
}

/** All that a sign-in without its second step sees of pages that take one. */
const usePending = () => {
  const session = useSession()
  const { pathname } = useLocation()
  return session !== null && session.secondFactor !== 'none' && pageAt(pathname)?.allow !== 'anyone'
}

const Root = () => {
  const session = useSession()
  const isPending = usePending()
  const isSignedIn = session !== null && session.secondFactor === 'none'
  useEffect(() => void watchServiceWorker(isSignedIn), [isSignedIn])
  return (
    <>
      <KeepScroll />
      <KeepFocus />
      <Suspense>{session?.acting && <ActingBanner />}</Suspense>
      {/* What the document shows already, until the shell around the page is there. */}
      <Suspense fallback={<Frame />}>{isPending ? <TwoStepScreen /> : <Outlet />}</Suspense>
      <Suspense>{isSignedIn && <IdleLogout key={session.user.email} />}</Suspense>
      <Suspense>{session && <ProofDialog key={session.user.email} />}</Suspense>
    </>
  )
}

/** The frame of whoever is signed in; the public one for everybody else. */
const AreaShell = () => {
  const session = useSession()
  if (!session) return <PublicShell />
  if (session.role !== 'Patient') return <StaffArea />
  return (
    <PatientShell
      only={session.emailVerified ? undefined : <ConfirmScreen session={session} />}
      bell={
        <Suspense>
          <NewsBell />
          {mayShowPush() && <KeepPush />}
        </Suspense>
      }
    />
  )
}

/** From another page's document the viewer is loaded anew. */
const viewerGuard = async (args: LoaderFunctionArgs) => {
  const refusal = await guard(pages.viewer)(args)
  if (refusal) return refusal
  const session = currentSession()
  if (!session?.emailVerified || session.secondFactor !== 'none') return redirectDocument(paths.profile)
  // The list of scans says that nothing of it was shared.
  if (!isShared(careAt(paths.scan))) return redirectDocument(paths.scan)
  const [loaded] = performance.getEntriesByType('navigation')
  const began = loaded ? new URL(loaded.name).pathname : '/viewer'
  return isViewer(began) ? null : redirectDocument(args.request.url)
}

const landing = screenToRead(() => import('../features/public-site/LandingPage.tsx'), 'LandingPage')
const patients = screen(() => import('../features/sign-in/PatientsPage.tsx'), 'PatientsPage')
const physicians = screen(() => import('../features/sign-in/PhysiciansPage.tsx'), 'PhysiciansPage')
const terms = screenToRead(() => import('../features/public-site/TermsPage.tsx'), 'TermsPage')
const privacy = screenToRead(() => import('../features/public-site/PrivacyPage.tsx'), 'PrivacyPage')
const requestReset = screen(() => import('../features/sign-in/RequestResetPage.tsx'), 'RequestResetPage')
const changePassword = screen(() => import('../features/sign-in/ChangePasswordPage.tsx'), 'ChangePasswordPage')
const invite = screen(() => import('../features/invites/InvitePage.tsx'), 'InvitePage')
const confirmEmail = screen(() => import('../features/accounts/ConfirmEmailPage.tsx'), 'ConfirmEmailPage')
const stopRecovery = screen(() => import('../features/two-step/recovery/StopRecoveryPage.tsx'), 'StopRecoveryPage')
const undoFactor = screen(() => import('../features/two-step/UndoFactorPage.tsx'), 'UndoFactorPage')
const stopEmailChange = screen(() => import('../features/accounts/StopEmailChangePage.tsx'), 'StopEmailChangePage')

const messagesPage = screen(() => import('../features/care-messages/MessagesPage.tsx'), 'MessagesPage')

const onPublicSite = {
  home: landing,
  patients: patients,
  patientRegister: patients,
  patient: patients,
  physicians: physicians,
  operator: physicians,
  about: screenToRead(() => import('../features/public-site/AboutPage.tsx'), 'AboutPage'),
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

const inAreas = {
  adminPage: { Component: Admin },
  admin: { Component: Admin },
  profile: { Component: Profile },
  patientTab: { Component: Area },
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

// A page of the contract that no screen shows does not compile, and neither does a screen without a page.
const screens: Record<PageName, Screen> = { ...onPublicSite, ...inAreas, ...alone }

const routesOf = (some: Partial<Record<PageName, Screen>>): RouteObject[] =>
  keysOf(some).map((name) => ({
    path: pages[name].path,
    loader: guard(pages[name]),
    ...screens[name],
  }))

/** A page that fails leaves the frame around it as it is. */
const inFrame = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children })

/** Every address of the app. Who may see it is in the contract's list of pages, which the server reads too. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Frame,
    children: [
      { path: pages.viewer.path, loader: viewerGuard, ...screens.viewer },
      { Component: PublicShell, children: [inFrame(routesOf(onPublicSite))] },
      {
        Component: AreaShell,
        children: [inFrame([...routesOf(inAreas), { path: '*', loader: letThrough, Component: NotFound }])],
      },
    ],
  },
]
