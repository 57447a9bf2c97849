import type { Page, Role } from '@fornix/contract'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '../platform/base/paths.ts'
import { rememberReturn } from '../platform/session/return-path.ts'
import { currentSession } from '../platform/session/session-store.ts'
import { restoreSession } from '../platform/sign-in/restore.ts'

const staffPages = [paths.patientList.toLowerCase()]

/** Where somebody who is not signed in is sent: the entrance of those for whom the page is. */
const entranceOf = (path: string, allow: readonly Role[]) => {
  if (!allow.includes('Patient')) return allow.includes('Nurse') ? paths.physicians : paths.adminPage
  return staffPages.includes(path.toLowerCase()) ? paths.physicians : paths.patients
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
export const guard = ({ path, allow }: Page) => {
  if (allow === 'anyone') return letThrough
  return async ({ request }: LoaderFunctionArgs) => {
    await restoreSession()
    const session = currentSession()
    if (!session) {
      const { pathname, search } = new URL(request.url)
      rememberReturn(pathname + search)
      return redirect(entranceOf(path, allow))
    }
    return allow.includes(session.role) ? null : redirect(paths.forbidden)
  }
}
