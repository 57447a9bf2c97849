import { getUser } from '@fornix/contract'
import { refreshToken } from '../session/refresh.ts'
import { accessToken } from '../session/session-store.ts'
import { send } from './send.ts'
import { untilResponse } from './until-response.ts'

const responseMs = 5000

const ask = async () => {
  // Refreshes on its own, because a session that is over is no error here.
  if (!(await refreshToken(accessToken()))) return Number.POSITIVE_INFINITY
  return (await send(getUser, {})).idle_ms ?? Number.POSITIVE_INFINITY
}

/** How long the session has been idle, infinite if it is over; rejects if the server does not respond in time. */
export const idleAtServer = () => {
  const leaving = new AbortController()
  const late = new Promise<never>((_, reject) => leaving.signal.addEventListener('abort', reject))
  const end = setTimeout(() => leaving.abort(), responseMs)
  return Promise.race([untilResponse(ask, () => {}, leaving.signal), late]).finally(() => clearTimeout(end))
}
