import type { Page } from '@fornix/contract'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { namesPatient, paths } from '../platform/base/paths.ts'
import { rememberReturn } from '../platform/session/return-path.ts'
import { currentSession } from '../platform/session/session-store.ts'
import { restoreSession } from '../platform/sign-in/restore.ts'

const staffPages = [paths.patientList.toLowerCase()]

/** Where users who are not signed in are sent: the sign-in page for the page's audience. */
const entranceOf = ({ path, allow }: Page, search: string) => {
  if (!allow.includes('Patient')) return allow.includes('Nurse') ? paths.physicians : paths.adminPage
  const isOfStaff = staffPages.includes(path.toLowerCase()) || namesPatient(search)
  return isOfStaff ? paths.physicians : paths.patients
}

/** Admits everybody, signed in or not. */
export const allowAnyone = async () => {
  await restoreSession().catch(() => undefined)
  return null
}

/**
 * Admits the page's audience; others go to the sign-in page, or to the page that refuses them. Throws while the server does not say who is
 * signed in: a sign-in form would make signed-in users believe they had been signed out.
 */
export const guard = (page: Page) => {
  const { allow } = page
  if (allow === 'anyone') return allowAnyone
  return async ({ request }: LoaderFunctionArgs) => {
    await restoreSession()
    const session = currentSession()
    if (!session) {
      const { pathname, search } = new URL(request.url)
      rememberReturn(pathname + search)
      return redirect(entranceOf(page, search))
    }
    return allow.includes(session.role) ? null : redirect(paths.forbidden)
  }
}
