import { pageAt, pages } from '@fornix/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { onceOnline, useFirstInteraction } from '../platform/base/first-interaction.ts'

/** The pages of a patient's navigation. */
const files = [
  () => import('./areas/patient-home.tsx'),
  () => import('../features/patients/PatientAreaPage.tsx'),
  () => import('./areas/appointment-tab.tsx'),
  () => import('../features/scans/ScanPage.tsx'),
  () => import('../features/documents/FilesPage.tsx'),
  () => import('../features/reimbursements/ReimbursementTab.tsx'),
]

/** What the next press on the list of scans opens, in a document of its own. */
const viewer = () => import('../features/imaging/ViewerPage.tsx')

/** Safari has no idle callback. */
const idle = () =>
  new Promise<unknown>((go) => ('requestIdleCallback' in window ? requestIdleCallback(go) : setTimeout(go, 200)))

const online = () => new Promise<void>((go) => void onceOnline(go))

/** One after the other, behind what the user has opened. The first that does not come ends it: each page loads itself when opened. */
const loadAll = async (wanted: readonly (() => Promise<unknown>)[], signal: AbortSignal) => {
  for (const load of wanted) {
    await idle()
    // A browser may remember that a file could not be fetched, until the page is loaded again.
    await online()
    if (signal.aborted) return
    await load()
  }
}

type Connected = { connection?: { saveData?: boolean } }
const savesData = () => (navigator as Connected).connection?.saveData ?? false

/** Loads them once there was any user input, so that they open at once, also without network. Tests and Vite's dev server load none. */
export const usePrefetchedPages = (isPatient: boolean) => {
  const isNear = useFirstInteraction()
  const { pathname } = useLocation()
  const isOnScans = pageAt(pathname)?.path === pages.scan.path
  const isWanted = import.meta.env.PROD && isPatient && isNear && !savesData()
  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    loadAll(isOnScans ? [viewer, ...files] : files, leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [isWanted, isOnScans])
}
