import type { PagePath } from '@fornix/contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { type LoaderFunctionArgs, Outlet, type RouteObject, redirectDocument } from 'react-router'
import { isViewer, paths } from '../platform/base/paths.ts'
import { useConfig } from '../platform/calls/config.ts'
import { useSession } from '../platform/session/session.tsx'
import { currentSession } from '../platform/session/session-store.ts'
import { KeepScroll } from '../ui/shell/KeepScroll.tsx'
import { PublicShell } from '../ui/shell/PublicShell.tsx'
import { RouteError } from '../ui/shell/RouteError.tsx'
import { LoadingState } from '../ui/state/LoadingState.tsx'
import { areaTabs, recordTabs } from './areas/record-tabs.tsx'
import { guard, letThrough } from './guards.ts'

type PageFile = () => Promise<{ Component: ComponentType }>
const named = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  lazy(async () => ({ default: (await load())[name] }))
const page = (load: PageFile) => named(load, 'Component')

const IdleLogout = named(() => import('../ui/shell/IdleLogout.tsx'), 'IdleLogout')
const PatientShell = lazy(async () => ({ default: (await import('../ui/shell/PatientShell.tsx')).PatientShell }))
const ConfirmScreen = lazy(async () => ({
  default: (await import('../features/registration/ConfirmScreen.tsx')).ConfirmScreen,
}))
const StaffArea = named(() => import('./areas/staff-area.tsx'), 'StaffArea')

const PatientHome = page(() => import('./areas/patient-home.tsx'))
const PatientDetails = lazy(async () => ({
  default: (await import('../features/patients/PatientDetailsPage.tsx')).PatientDetailsPage,
}))
const PatientArea = lazy(async () => ({
  default: (await import('../features/patients/PatientAreaPage.tsx')).PatientAreaPage,
}))
const AdminSignIn = page(() => import('../features/sign-in/AdminPage.tsx'))
const AdminArea = page(() => import('./areas/admin-area.tsx'))
const Gallery = page(() => import('../features/gallery/GalleryPage.tsx'))
const NotFound = page(() => import('../features/public-site/NotFoundPage.tsx'))

/** One address, two pages: who is signed in decides. */
const Profile = () => (useSession()?.role === 'Patient' ? <PatientHome /> : <PatientDetails tabs={recordTabs} />)
const Area = () => <PatientArea home={PatientHome} tabs={areaTabs} unknown={<NotFound />} />
const Admin = () => (useSession()?.audience === 'admin' ? <AdminArea /> : <AdminSignIn />)
const Example = () => {
  const config = useConfig()
  if (!config) return <LoadingState />
  return config.demo ? <Gallery /> : <NotFound />
}

const Waiting = () => <LoadingState rows={6} height={64} />

const Root = () => {
  const session = useSession()
  return (
    <>
      <KeepScroll />
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
      <Suspense>{session && <IdleLogout key={session.user.email} />}</Suspense>
    </>
  )
}

/** The frame of whoever is signed in; the public one for everybody else. */
const AreaShell = () => {
  const session = useSession()
  if (!session) return <PublicShell />
  if (session.role !== 'Patient') return <StaffArea />
  return <PatientShell only={session.emailVerified ? undefined : <ConfirmScreen session={session} />} />
}

type Draft = [path: PagePath, shown: PageFile | ComponentType]
const isComponent = (shown: Draft[1]): shown is ComponentType =>
  [Profile, Area, Admin, Example].includes(shown as () => never)
const route = ([path, shown]: Draft): RouteObject => ({
  path,
  loader: guard(path),
  ...(isComponent(shown) ? { Component: shown } : { lazy: shown }),
})

/** From another page's document the viewer is loaded anew. */
const viewerGuard = async (args: LoaderFunctionArgs) => {
  const refusal = await guard('/viewer')(args)
  if (refusal) return refusal
  if (!currentSession()?.emailVerified) return redirectDocument(paths.profile)
  const [loaded] = performance.getEntriesByType('navigation')
  const began = loaded ? new URL(loaded.name).pathname : '/viewer'
  return isViewer(began) ? null : redirectDocument(args.request.url)
}

const landing: PageFile = () => import('../features/public-site/LandingPage.tsx')
const patients: PageFile = () => import('../features/sign-in/PatientsPage.tsx')
const physicians: PageFile = () => import('../features/sign-in/PhysiciansPage.tsx')
const terms: PageFile = () => import('../features/public-site/TermsPage.tsx')
const privacy: PageFile = () => import('../features/public-site/PrivacyPage.tsx')
const requestReset: PageFile = () => import('../features/sign-in/RequestResetPage.tsx')
const changePassword: PageFile = () => import('../features/sign-in/ChangePasswordPage.tsx')

const invite: PageFile = () => import('../features/invites/InvitePage.tsx')
const confirmEmail: PageFile = () => import('../features/accounts/ConfirmEmailPage.tsx')
const stopEmailChange: PageFile = () => import('../features/accounts/StopEmailChangePage.tsx')

const open: Draft[] = [
  ['/', landing],
  ['/patients', patients],
  ['/patient-register', patients],
  ['/patient', patients],
  ['/physicians', physicians],
  ['/operator', physicians],
  ['/aboutus', () => import('../features/public-site/AboutPage.tsx')],
  ['/ContactUsLanding', () => import('../features/contact/PublicContactPage.tsx')],
  ['/terms-and-conditions', terms],
  ['/termsandconditions', terms],
  ['/privacy-policy', privacy],
  ['/privacypolicy', privacy],
  ['/patient/reset-password', requestReset],
  ['/operator/reset-password', requestReset],
  ['/patient/change-password/:token', changePassword],
  ['/operator/change-password/:token', changePassword],
  ['/patient/verify-email/:token', () => import('../features/sign-in/VerifyEmailPage.tsx')],
  ['/invite/:token', invite],
  ['/provider/invite/:token', invite],
  ['/register-operator/:token', () => import('../features/invites/RegisterOperatorPage.tsx')],
  ['/patient/confirm-email/:token', confirmEmail],
  ['/operator/confirm-email/:token', confirmEmail],
  ['/patient/stop-email-change/:token', stopEmailChange],
  ['/operator/stop-email-change/:token', stopEmailChange],
  ['/auth/callback', () => import('../features/sign-in/AuthCallbackPage.tsx')],
  ['/choose-project', () => import('../features/sign-in/ChooseProjectPage.tsx')],
  ['/example', Example],
  ['/navbar', Example],
]

const inArea: Draft[] = [
  ['/adminPage', Admin],
  ['/admin', Admin],
  ['/profile', Profile],
  ['/patient/:tab', Area],
  ['/files', () => import('../features/documents/FilesPage.tsx')],
  ['/operatorPatientlist', () => import('./areas/patient-list.tsx')],
  ['/registrations', () => import('./areas/registrations.tsx')],
  ['/scan', () => import('../features/scans/ScanPage.tsx')],
  ['/authForm', () => import('../features/forms/AuthFormPage.tsx')],
  ['/signedForm/:file_id', () => import('../features/forms/SignedFormPage.tsx')],
  ['/adminScanRequests', () => import('../features/scan-access/AdminScanRequestsPage.tsx')],
  ['/unmatchedScans', () => import('../features/unmatched-studies/UnmatchedStudiesPage.tsx')],
  ['/contactUs', () => import('../features/contact/ContactPage.tsx')],
  ['/notifications', () => import('../features/notifications/NotificationsPage.tsx')],
  ['/operatorList', () => import('./areas/operator-list.tsx')],
  ['/operatorProfile', () => import('../features/providers/OperatorProfilePage.tsx')],
  ['/adminProfile', () => import('../features/providers/AdminProfilePage.tsx')],
  ['/projectSettings', () => import('../features/project-settings/ProjectSettingsPage.tsx')],
  ['/scanUpload', () => import('../features/arrival/ScanUploadPage.tsx')],
  ['/daySheet', () => import('../features/appointments/DaySheetPage.tsx')],
  ['/scheduling', () => import('../features/appointments/SchedulingPage.tsx')],
  ['/aboutuspage', () => import('../features/public-site/CompanyPage.tsx')],
  ['/feedback', () => import('../features/feedback/FeedbackPage.tsx')],
  ['/survey', () => import('../features/surveys/SurveyPage.tsx')],
  ['/accessLog', () => import('../features/access-log/AccessLogPage.tsx')],
  ['/account', () => import('../features/accounts/AccountPage.tsx')],
  ['/403', () => import('../features/public-site/ForbiddenPage.tsx')],
]

/** Every address of the app. Who may see it is in the contract's list of pages, which the server reads too. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Waiting,
    children: [
      { path: '/viewer', loader: viewerGuard, lazy: () => import('../features/imaging/ViewerPage.tsx') },
      { Component: PublicShell, children: open.map(route) },
      {
        Component: AreaShell,
        children: [...inArea.map(route), { path: '*', loader: letThrough, Component: NotFound }],
      },
    ],
  },
]
