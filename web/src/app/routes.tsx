import { careAt, keysOf, type PageName, pageAt, pages } from '@fornix/contract'
import { Suspense, useEffect } from 'react'
import { type LoaderFunctionArgs, Outlet, type RouteObject, redirectDocument, useLocation } from 'react-router'
import { PublicShell } from '../clinic/shell/PublicShell.tsx'
import { isViewer, paths } from '../platform/base/paths.ts'
import { watchServiceWorker } from '../platform/http/service-worker.ts'
import { useSession } from '../platform/session/session.tsx'
import { currentSession, type Session } from '../platform/session/session-store.ts'
import { isShared } from '../platform/session/shared.ts'
import { KeepFocus } from '../ui/shell/KeepFocus.tsx'
import { KeepScroll } from '../ui/shell/KeepScroll.tsx'
import { absentPage } from '../ui/shell/OfflinePage.tsx'
import { PageError, RouteError } from '../ui/shell/RouteError.tsx'
import { SecondTap } from '../ui/shell/SecondTap.tsx'
import { required, unseen } from '../ui/state/absence.tsx'
import { LeavingLine } from '../ui/state/LeavingLine.tsx'
import { lazyPart, type Part } from '../ui/state/lazy-part.tsx'
import { Frame } from './Frame.tsx'
import { allowAnyone, guard } from './guards.ts'
import { load, routeOf, type Screen } from './lazy-screen.ts'
import { usePrefetchedPages } from './prefetch-pages.ts'
import { inAreas, NotFound, onPublicSite, screens } from './screens.tsx'

const IdleLogout = load(() => import('./signed-in.ts'), 'IdleLogout', required)
const LeaveGuard = load(() => import('./signed-in.ts'), 'LeaveGuard', required)
const ProofDialog = load(() => import('./signed-in.ts'), 'ProofDialog', unseen)
const ActingBanner = load(() => import('../clinic/shell/ActingBanner.tsx'), 'ActingBanner', required)
const StaffArea = load(() => import('./areas/staff-area.tsx'), 'StaffArea')
const PatientShell = lazyPart(async () => (await import('./patient-frame.ts')).PatientShell, absentPage)
const ConfirmScreen = lazyPart(
  async () => (await import('../features/registration/ConfirmScreen.tsx')).ConfirmScreen,
  absentPage,
)
const TwoStepScreen = load(() => import('../features/two-step/TwoStepScreen.tsx'), 'TwoStepScreen')
const KeepPush = load(() => import('../features/notices/KeepPush.tsx'), 'KeepPush', unseen)
/** Without it, push notifications were never allowed. */
const mayShowPush = () => 'Notification' in window && Notification.permission === 'granted'
const NewsBell = load(() => import('./patient-frame.ts'), 'NewsBell', unseen)

/** Whether a sign-in without its second step is on a page that requires one. */
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
  usePrefetchedPages(isSignedIn && session.role === 'Patient' && session.emailVerified)
  return (
    <>
      <KeepScroll />
      <KeepFocus />
      <SecondTap />
      <LeavingLine />
      {/* What the document already shows, until the page's shell is there, and the banner that says for whom somebody acts. */}
      <Suspense fallback={<Frame />}>
        {session?.acting && <ActingBanner />}
        {isPending ? <TwoStepScreen /> : <Outlet />}
      </Suspense>
      <Suspense>{isSignedIn && <LeaveGuard />}</Suspense>
      <Suspense>{isSignedIn && <IdleLogout key={session.user.email} />}</Suspense>
      <Suspense>{session && <ProofDialog key={session.user.email} />}</Suspense>
    </>
  )
}

/** The shell of the signed-in user; for everybody else the public one. */
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

/** Coming from another page's document, the viewer is loaded as a new document. */
const viewerGuard = async (args: LoaderFunctionArgs) => {
  const refusal = await guard(pages.viewer)(args)
  if (refusal) return refusal
  const session = currentSession()
  if (!session?.emailVerified || session.secondFactor !== 'none') return redirectDocument(paths.profile)
  // The list of scans says that none of it was shared.
  if (!isShared(careAt(paths.scan))) return redirectDocument(paths.scan)
  const [loaded] = performance.getEntriesByType('navigation')
  const began = loaded ? new URL(loaded.name).pathname : '/viewer'
  return isViewer(began) ? null : redirectDocument(args.request.url)
}

/** What surrounds every page of records, including the viewer. */
const guards = ({ acting }: Session) => [IdleLogout, LeaveGuard, ProofDialog, ...(acting ? [ActingBanner] : [])]
const frameParts = (session: Session) => [
  ...guards(session),
  ...(session.role === 'Patient' ? [PatientShell, NewsBell] : [StaffArea]),
]

type PartsOf = (session: Session, params: LoaderFunctionArgs['params']) => readonly Pick<Part, 'preload'>[]
/** Loads the frame and its parts before a page is rendered: otherwise each part would wait for the one before. */
const withParts = (loader: ReturnType<typeof guard>, partsOf: PartsOf) => async (args: LoaderFunctionArgs) => {
  const refusal = await loader(args)
  const session = currentSession()
  if (!refusal && session) await Promise.all(partsOf(session, args.params).map((part) => part.preload()))
  return refusal
}

const routesOf = (some: Partial<Record<PageName, Screen>>): RouteObject[] =>
  keysOf(some).map((name) => ({
    path: pages[name].path,
    loader: guard(pages[name]),
    ...routeOf(screens[name]),
  }))
const areaRoutes = (): RouteObject[] =>
  keysOf(inAreas).map((name) => {
    const screen: Screen = inAreas[name]
    const { parts = () => [] } = screen
    const partsOf: PartsOf = (session, params) => [...frameParts(session), ...parts(params)]
    return { path: pages[name].path, loader: withParts(guard(pages[name]), partsOf), ...routeOf(screen) }
  })

/** A failing page leaves the frame around it intact. */
const inFrame = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children })

/** Every address of the app. The contract's page list, which the server reads too, says who may see each one. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Frame,
    children: [
      { path: pages.viewer.path, loader: withParts(viewerGuard, guards), ...routeOf(screens.viewer) },
      { Component: PublicShell, children: [inFrame(routesOf(onPublicSite))] },
      {
        Component: AreaShell,
        children: [inFrame([...areaRoutes(), { path: '*', loader: allowAnyone, Component: NotFound }])],
      },
    ],
  },
]
