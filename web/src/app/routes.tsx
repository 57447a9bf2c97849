import { careAt, keysOf, type PageName, pageAt, pages } from '@fornix/contract'
import { Suspense, useEffect } from 'react'
import { type LoaderFunctionArgs, Outlet, type RouteObject, redirectDocument, useLocation } from 'react-router'
import { isViewer, paths } from '../platform/base/paths.ts'
import { watchServiceWorker } from '../platform/http/service-worker.ts'
import { useSession } from '../platform/session/session.tsx'
import { currentSession, type Session } from '../platform/session/session-store.ts'
import { isShared } from '../platform/session/shared.ts'
import { KeepFocus } from '../ui/shell/KeepFocus.tsx'
import { KeepScroll } from '../ui/shell/KeepScroll.tsx'
import { absentPage } from '../ui/shell/OfflinePage.tsx'
import { PublicShell } from '../ui/shell/PublicShell.tsx'
import { PageError, RouteError } from '../ui/shell/RouteError.tsx'
import { required, unseen } from '../ui/state/absence.tsx'
import { LeavingLine } from '../ui/state/LeavingLine.tsx'
import { lazyPart, type Part } from '../ui/state/lazy-part.tsx'
import { Frame } from './Frame.tsx'
import { guard, letThrough } from './guards.ts'
import { load, type Screen, styled } from './lazy-screen.ts'
import { inAreas, NotFound, onPublicSite, screens } from './screens.tsx'

const IdleLogout = load(() => import('./signed-in.ts'), 'IdleLogout', required)
const ProofDialog = load(() => import('./signed-in.ts'), 'ProofDialog', unseen)
const ActingBanner = load(() => import('../ui/shell/ActingBanner.tsx'), 'ActingBanner', required)
const StaffArea = load(() => import('./areas/staff-area.tsx'), 'StaffArea')
const PatientShell = lazyPart(async () => (await styled(import('./signed-in.ts'))).PatientShell, absentPage)
const ConfirmScreen = lazyPart(
  async () => (await styled(import('../features/registration/ConfirmScreen.tsx'))).ConfirmScreen,
  absentPage,
)
const TwoStepScreen = load(() => import('../features/two-step/TwoStepScreen.tsx'), 'TwoStepScreen')
const KeepPush = load(() => import('../features/notices/KeepPush.tsx'), 'KeepPush', unseen)
/** Elsewhere no push notification was ever allowed. */
const mayShowPush = () => 'Notification' in window && Notification.permission === 'granted'
const NewsBell = load(() => import('./signed-in.ts'), 'NewsBell', unseen)

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
      <LeavingLine />
      {/* What the document shows already, until the shell around the page is there, and the line that says for whom somebody acts. */}
      <Suspense fallback={<Frame />}>
        {session?.acting && <ActingBanner />}
        {isPending ? <TwoStepScreen /> : <Outlet />}
      </Suspense>
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

/** What stands around every page of records, also in the viewer. */
const guards = ({ acting }: Session) => [IdleLogout, ProofDialog, ...(acting ? [ActingBanner] : [])]
const frameParts = (session: Session) => [
  ...guards(session),
  ...(session.role === 'Patient' ? [PatientShell, NewsBell] : [StaffArea]),
]

type PartsOf = (session: Session, params: LoaderFunctionArgs['params']) => readonly Pick<Part, 'preload'>[]
/** Its frame and what it is made of are there before a page is drawn: each part that came later would wait for the one before. */
const withParts = (loader: ReturnType<typeof guard>, partsOf: PartsOf) => async (args: LoaderFunctionArgs) => {
  const refusal = await loader(args)
  const session = currentSession()
  if (!refusal && session) await Promise.all(partsOf(session, args.params).map((part) => part.preload()))
  return refusal
}

const routesOf = (some: Partial<Record<PageName, Screen>>): RouteObject[] =>
  keysOf(some).map((name) => ({ path: pages[name].path, loader: guard(pages[name]), ...screens[name] }))
const areaRoutes = (): RouteObject[] =>
  keysOf(inAreas).map((name) => {
    const { parts = () => [], ...screen }: Screen = inAreas[name]
    const partsOf: PartsOf = (session, params) => [...frameParts(session), ...parts(params)]
    return { path: pages[name].path, loader: withParts(guard(pages[name]), partsOf), ...screen }
  })

/** A page that fails leaves the frame around it as it is. */
const inFrame = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children })

/** Every address of the app. Who may see it is in the contract's list of pages, which the server reads too. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: Frame,
    children: [
      { path: pages.viewer.path, loader: withParts(viewerGuard, guards), ...screens.viewer },
      { Component: PublicShell, children: [inFrame(routesOf(onPublicSite))] },
      {
        Component: AreaShell,
        children: [inFrame([...areaRoutes(), { path: '*', loader: letThrough, Component: NotFound }])],
      },
    ],
  },
]
