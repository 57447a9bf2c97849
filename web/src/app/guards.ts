import type { Page } from '@fornix/contract'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { namesPatient, paths } from '../platform/base/paths.ts'
import { rememberReturn } from '../platform/session/return-path.ts'
import { currentSession } from '../platform/session/session-store.ts'
import { restoreSession } from '../platform/sign-in/restore.ts'

const staffPages = [paths.patientList.toLowerCase()]

/** Where somebody who is not signed in is sent: the entrance of those for whom the page is. */
const entranceOf = ({ path, allow }: Page, search: string) => {
  if (!allow.includes('Patient')) return allow.includes('Nurse') ? paths.physicians : paths.adminPage
  const isOfStaff = staffPages.includes(path.toLowerCase()) || namesPatient(search)
  return isOfStaff ? paths.physicians : paths.patients
}

/** Lets everybody through, signed in or not. */
export const letThrough = async () => {
  await restoreSession().catch(() => undefined)
  return null
}

/**
 * Lets through whom the page is for; others go to the entrance, or to the page that says no. Throws while the server does not say who is
 * signed in: to whom is, a form to sign in would look as if they had been signed out.
 */
export const guard = (page: Page) => {
  const { allow } = page
  if (allow === 'anyone') return letThrough
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
