import {
  audienceOf,
  getUser,
  getUserRole,
  type ResponseOf,
  refreshAdmin,
  refreshOperator,
  refreshPatient,
} from '@fornix/contract'
import { ApiFailure, send } from '../calls/api.ts'
import { isTemporary } from '../http/failure.ts'
import { exchange } from '../http/http.ts'
import { takeEarlySession } from '../session/early-refresh.ts'
import { isLogoutPending, sendPendingLogout } from '../session/pending-logout.ts'
import { homeOf, startSession } from '../session/session.tsx'
import { amendSession, currentSession, sameSession } from '../session/session-store.ts'
import { signedInHint } from '../session/sign-in-storage.ts'

const refreshes = { patient: refreshPatient, operator: refreshOperator, admin: refreshAdmin }
const nobody = { token: null, project: null }

/** Updates this tab's session with what the server says about it now. */
export const rereadSession = async () => {
  const isSame = sameSession()
  const { user_object, role, memberships, email_verified, acting } = await send(getUser, {})
  if (!isSame()) return
  const before = currentSession()?.role
  // The new role is stored before the page is left: a page that found the old one again would redirect forever.
  amendSession({ user: user_object, role, memberships, emailVerified: email_verified, acting, secondFactor: 'none' })
  if (role !== before) location.assign(homeOf(role))
}

type Restored = { access_token: string; me: ResponseOf<typeof getUser>; signIn: string | null }
/** Unless another tab signed out, or somebody else signed in, while the session was being requested. */
const start = ({ access_token, me: { user_object: user, ...rest }, signIn }: Restored) => {
  if (signIn === null || signIn !== signedInHint.id() || isLogoutPending()) return false
  startSession({ audience: audienceOf(rest.role), ...rest, user, access_token }, signIn)
  return true
}

/** A new tab has no tokens; the cookie of the browser's session gets it one. */
const restoreByCookie = async () => {
  const early = await takeEarlySession()
  if (early) {
    const { access_token } = refreshPatient.response.parse(early)
    if (start({ access_token, me: getUser.response.parse(early.me), signIn: early.signIn })) return
  }
  await sendPendingLogout()
  const signIn = signedInHint.id()
  const { role } = getUserRole.response.parse(await (await exchange(getUserRole, {}, nobody)).json())
  const refresh = refreshes[audienceOf(role)]
  const { access_token } = refresh.response.parse(
    await (await exchange(refresh, {}, nobody, { keepalive: true })).json(),
  )
  const me = await exchange(getUser, {}, { token: access_token, project: null })
  start({ access_token, me: getUser.response.parse(await me.json()), signIn })
}

/** Only a refusal means that nobody is signed in. While a logout is pending, nobody is, whether the server responds or not. */
const throwIfNoResponse = (error: unknown) => {
  if (!(error instanceof ApiFailure) || isLogoutPending()) return
  if (error.status === 401) signedInHint.clear()
  else if (isTemporary(error)) throw new ApiFailure(0)
}

let wasTried = false
let restoring: Promise<void> | null = null

/**
 * Waits until it is known who is signed in; throws an `ApiFailure` of status 0 if somebody was and the server does not respond. In a
 * browser where nobody has signed in since the last logout, no session is requested: the refusal would log an error in its console on every
 * page.
 */
export const restoreSession = async (): Promise<void> => {
  if (currentSession()) {
    // Shown immediately; what it could not store is loaded in the background.
    if (!wasTried) rereadSession().catch(() => undefined)
    wasTried = true
    return
  }
  wasTried = true
  if (!signedInHint.given()) {
    // No page waits for it, which a server that is silent would keep away for long.
    sendPendingLogout().catch(() => undefined)
    return
  }
  restoring ??= restoreByCookie()
    .catch(throwIfNoResponse)
    .finally(() => {
      restoring = null
    })
  await restoring
}
