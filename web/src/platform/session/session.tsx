import type { Acting, Audience, Membership, Role, UserObject } from '@fornix/contract'
import { finishWork, maxLeavingMs, mayLogOut } from '../base/before-leaving.ts'
import { navigateTo } from '../base/navigation.ts'
import { clearNotice, type Notice, showNotice } from '../base/notice.ts'
import { namesPatient, paths } from '../base/paths.ts'
import { queryClient } from '../http/query-client.ts'
import { abandonLogout, logOut, markLogoutPending } from './pending-logout.ts'
import { rememberReturn } from './return-path.ts'
import {
  accessToken,
  clearSession,
  currentSession,
  keepSession,
  type SecondFactor,
  sameSession,
} from './session-store.ts'
import { ownSignIn, signedInHint } from './sign-in-storage.ts'
import { onTabMessage, postToTabs } from './tabs.ts'

export { type Session, useSession } from './session-store.ts'

/** Everything that a new session needs. */
export type NewSession = {
  audience: Audience
  role: Role
  project: string
  access_token: string
  user: UserObject
  memberships: Membership[]
  email_verified: boolean
  /** The language of a patient's account; empty or absent if unknown. */
  language?: string
  acting?: Acting | null
  second_factor?: SecondFactor
}
export type EndReason = 'expired' | 'idle' | 'logout'

/** Where a session that ended on its own leads: the sign-in page of the area, and from personal pages the front page. */
const landingOf = (audience: Audience) => {
  if (audience !== 'patient' && /^\/(profile|adminProfile)\/?$/i.test(location.pathname)) return paths.home
  return { patient: paths.patients, operator: paths.physicians, admin: paths.adminPage }[audience]
}

export const homeOf = (role: Role) => (role === 'Patient' ? paths.profile : paths.patientList)

/**
 * Begins a session in this tab and clears everything that an earlier person loaded. `signIn`: the one that it belongs to, if a new tab
 * joins it. Any other sign-in ends what the server has just ended, here and in other tabs.
 */
export const startSession = (
  {
    access_token,
    email_verified,
    acting = null,
    second_factor: secondFactor = 'none',
    language: _,
    ...session
  }: NewSession,
  signIn: string = crypto.randomUUID(),
) => {
  queryClient.clear()
  clearNotice()
  keepSession({ ...session, acting, secondFactor, emailVerified: email_verified }, access_token, signIn)
  signedInHint.set(session.audience, signIn)
  postToTabs({ kind: 'signed-in', signIn })
  abandonLogout()
}

const leave = (audience: Audience, reason: EndReason, notice?: Notice) => {
  const landing = landingOf(audience)
  const { pathname, search } = location
  // A staff record whose address does not name the patient could be a different record by then.
  const isWhole = landing !== paths.home || namesPatient(search)
  if (reason !== 'logout' && isWhole) rememberReturn(pathname + search)
  clearSession()
  queryClient.clear()
  if (notice) showNotice(notice)
  const afterLogout = audience === 'patient' ? paths.patientsAfterLogout : paths.home
  navigateTo(reason === 'logout' ? afterLogout : landing, { replace: true })
}

/** Ends the session here, in the other tabs and on the server, and navigates according to the reason. */
export const endSession = (reason: EndReason = 'logout') => {
  const session = currentSession()
  if (!session) return
  const credentials = { token: accessToken(), project: session.project }
  const finished = reason === 'expired' ? undefined : finishWork(maxLeavingMs)
  // Done before the next page looks: its cookie, which the server has not revoked yet, would restore the session.
  if (reason !== 'expired') signedInHint.clear()
  leave(session.audience, reason, reason === 'logout' ? undefined : reason)
  // An expired session's cookie may belong to somebody who signed in later in another tab: their session must not end.
  if (reason === 'expired') return
  postToTabs({ kind: 'signed-out', audience: session.audience, reason })
  // A tab closed while drafts are still being saved never gets to the logout itself, which must not end a newer session.
  const owe = () => signedInHint.given() ?? markLogoutPending(session.audience, reason)
  addEventListener('pagehide', owe)
  const saved = Promise.resolve(finished).then(() => removeEventListener('pagehide', owe))
  logOut(session.audience, credentials, reason, saved).catch(() => showNotice('logoutPending'))
}

/** Log Out, as somebody presses it: asks first if it would lose what they typed. */
export const requestLogout = async () => {
  const isSame = sameSession()
  if ((await mayLogOut()) && isSame()) endSession('logout')
}

onTabMessage((message) => {
  if (message.kind === 'signed-in' && message.signIn === signedInHint.id()) abandonLogout()
  const session = currentSession()
  if (!session) return
  if (message.kind === 'signed-out')
    leave(session.audience, message.reason, message.reason === 'logout' ? 'otherTab' : message.reason)
  else if (message.signIn !== ownSignIn()) leave(session.audience, 'expired', 'expired')
})
