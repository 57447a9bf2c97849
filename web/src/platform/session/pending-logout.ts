import { type Audience, audiences, logoutAdmin, logoutOperator, logoutPatient } from '@fornix/contract'
import { endNotice } from '../base/notice.ts'
import { ApiFailure, isTemporary } from '../http/failure.ts'
import { exchange, holdSignIns } from '../http/http.ts'
import { pendingLogoutKey as key } from './sign-in-storage.ts'

const logouts = { patient: logoutPatient, operator: logoutOperator, admin: logoutAdmin }
type Credentials = { token: string | null; project: string | null }

/** Whether the user signed out or was idle; after idling, this browser still gets push notifications. */
export type LogoutReason = 'logout' | 'idle'

/** The browser's next page repeats a logout that the server has not received. */
export const markLogoutPending = (audience: Audience, reason: LogoutReason) =>
  localStorage.setItem(key, reason === 'idle' ? `${audience} idle` : audience)

export const isLogoutPending = () => localStorage.getItem(key) !== null

/** Shorter than for other calls: a sign-in waits for it. */
const timeoutMs = 10_000
let running: { ended: Promise<void>; control: AbortController } | undefined

const clear = () => {
  localStorage.removeItem(key)
  endNotice('logoutPending')
}

const end = async (audience: Audience, credentials: Credentials, reason: LogoutReason, abandoned: AbortSignal) => {
  if (abandoned.aborted) return
  markLogoutPending(audience, reason)
  const parts = { query: { reason: reason === 'idle' ? reason : undefined } }
  try {
    await exchange(logouts[audience], parts, credentials, {
      signal: AbortSignal.any([abandoned, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (error) {
    if (abandoned.aborted) return
    // Whoever is turned away for too many requests is still signed in.
    if (!(error instanceof ApiFailure) || isTemporary(error)) throw error
  }
  clear()
}

/**
 * Ends the session on the server, after `work` that still needs it. Until the server receives it, this browser's cookie would bring the
 * session back; a late response would take away the cookie of the next sign-in, which therefore waits.
 */
export const logOut = (
  audience: Audience,
  credentials: Credentials,
  reason: LogoutReason,
  work: Promise<unknown> = Promise.resolve(),
) => {
  const control = new AbortController()
  const ended = work.then(() => end(audience, credentials, reason, control.signal))
  const own = { ended, control }
  running = own
  holdSignIns(ended)
  const stop = () => {
    if (running === own) running = undefined
  }
  ended.then(stop, stop)
  return ended
}

/** It must not sign out a user who has signed in since, in this tab or another. */
export const abandonLogout = () => {
  running?.control.abort()
  clear()
}

/** Repeats, by cookie, a logout that the server has not received; throws while the server still cannot be reached. */
export const sendPendingLogout = async () => {
  if (running) return running.ended
  const [stored, reason] = localStorage.getItem(key)?.split(' ') ?? []
  const pending = audiences.find((audience) => audience === stored)
  if (pending) await logOut(pending, { token: null, project: null }, reason === 'idle' ? 'idle' : 'logout')
}

addEventListener('online', () => void sendPendingLogout().catch(() => undefined))
