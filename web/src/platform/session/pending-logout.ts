import { type Audience, audiences, logoutAdmin, logoutOperator, logoutPatient } from '@fornix/contract'
import { endNotice } from '../base/notice.ts'
import { ApiFailure } from '../http/failure.ts'
import { exchange } from '../http/http.ts'
import { pendingLogoutKey as key } from './sign-in-storage.ts'

const logouts = { patient: logoutPatient, operator: logoutOperator, admin: logoutAdmin }
type Credentials = { token: string | null; project: string | null }

/** Whether the user signed out or was idle; after idling, this browser still gets push notifications. */
export type LogoutReason = 'logout' | 'idle'

/** The browser's next page repeats a logout that the server has not received. */
export const markLogoutPending = (audience: Audience, reason: LogoutReason) =>
  localStorage.setItem(key, reason === 'idle' ? `${audience} idle` : audience)

export const isLogoutPending = () => localStorage.getItem(key) !== null

/** Ends the session on the server. Until the server receives it, this browser's cookie would bring the session back. */
export const logOut = async (audience: Audience, credentials: Credentials, reason: LogoutReason) => {
  markLogoutPending(audience, reason)
  try {
    await exchange(logouts[audience], { query: { reason: reason === 'idle' ? reason : undefined } }, credentials)
  } catch (error) {
    const wasReceived = error instanceof ApiFailure && error.status > 0 && error.status < 500
    if (!wasReceived) throw error
  }
  clearPendingLogout()
}

/** It must not sign out a user who has signed in since. */
export const clearPendingLogout = () => {
  localStorage.removeItem(key)
  endNotice('logoutPending')
}

/** Repeats, by cookie, a logout that the server has not received; throws while the server still cannot be reached. */
export const sendPendingLogout = async () => {
  const [whose, reason] = localStorage.getItem(key)?.split(' ') ?? []
  const pending = audiences.find((audience) => audience === whose)
  if (pending) await logOut(pending, { token: null, project: null }, reason === 'idle' ? 'idle' : 'logout')
}

addEventListener('online', () => void sendPendingLogout().catch(() => undefined))
