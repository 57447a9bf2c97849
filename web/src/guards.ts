import { type Page, pages, type Role } from '@fornix/contract'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from './paths.ts'
import { restoreSession } from './platform/restore.ts'
import { rememberReturn } from './platform/return-path.ts'
import { currentSession } from './platform/session-store.ts'

const staffPages = [paths.patientList.toLowerCase()]

/** Where somebody who is not signed in is sent: the entrance of those for whom the page is. */
const entranceOf = (path: string, allow: readonly Role[]) => {
  if (!allow.includes('Patient')) return allow.includes('Nurse') ? paths.physicians : paths.adminPage
  return staffPages.includes(path.toLowerCase()) ? paths.physicians : paths.patients
}

const allowOf = (path: string): Page['allow'] => pages.find((page) => page.path === path)?.allow ?? 'anyone'

/** Lets through whom the contract's list of pages allows; others go to the entrance, or to the page that says no. */
export const guard =
  (path: string) =>
  async ({ request }: LoaderFunctionArgs) => {
    const allow = allowOf(path)
    await restoreSession(allow === 'anyone' ? 'public' : 'guarded')
    if (allow === 'anyone') return null
    const session = currentSession()
    if (!session) {
      const { pathname, search } = new URL(request.url)
      rememberReturn(pathname + search)
      return redirect(entranceOf(path, allow))
    }
    return allow.includes(session.role) ? null : redirect(paths.forbidden)
  }
