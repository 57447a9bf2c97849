import { refreshAdmin, refreshOperator, refreshPatient } from '@fornix/contract'
import { statusOf } from '../http/failure.ts'
import { exchange } from '../http/http.ts'
import { accessToken, currentSession, keepToken, sameSession } from './session-store.ts'

const refreshes = { patient: refreshPatient, operator: refreshOperator, admin: refreshAdmin }
let running: Promise<boolean> | null = null

const refresh = async () => {
  const session = currentSession()
  if (!session) return false
  const isSame = sameSession()
  // Sent along with the expired token: the server refuses if the cookie belongs to another session by now.
  const credentials = { token: accessToken(), project: session.project }
  const call = refreshes[session.audience]
  try {
    const { access_token } = call.response.parse(
      await (await exchange(call, {}, credentials, { keepalive: true })).json(),
    )
    if (!isSame()) return false
    keepToken(access_token)
    return true
  } catch (error) {
    // Only a refusal ends the session: a user in an elevator keeps theirs.
    if ([401, 403].includes(statusOf(error))) return false
    throw error
  }
}

/**
 * A new access token for this tab's session, requested once however many calls were refused together. `used` is the token
 * that was refused: if another call has replaced it meanwhile, there is nothing to do. False: the session is over.
 */
export const refreshToken = (used: string | null): Promise<boolean> => {
  if (used !== accessToken()) return Promise.resolve(accessToken() !== null)
  running ??= refresh().finally(() => {
    running = null
  })
  return running
}
