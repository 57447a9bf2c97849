import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiFailure } from '../http/failure.ts'
import { statusOfProgram } from '../http/program.ts'
import { untilResponse } from './until-response.ts'

const forever = new AbortController().signal
let isAsking = false
const listeners = new Set<() => void>()
const setAsking = (next: boolean) => {
  isAsking = next
  for (const listener of listeners) listener()
}
/** When the connection was last lost, on the clock of `performance.now()`. */
let lostAt = 0
onlineManager.subscribe((isOnline) => {
  if (!isOnline) lostAt = performance.now()
})

// TanStack Query only listens for changes.
if (globalThis.navigator?.onLine === false) onlineManager.setOnline(false)

const ask = async () => {
  if ((await statusOfProgram()) === 0) throw new ApiFailure(0)
}

/**
 * Called after a request without a response: if the server itself is unreachable, the app is offline until it is back. What failed is then
 * read again.
 */
export const checkConnection = async () => {
  if (isAsking) return
  setAsking(true)
  await untilResponse(ask, () => onlineManager.setOnline(false), forever)
  onlineManager.setOnline(true)
  setAsking(false)
}

/** Confirms the connection by a call started at `began`. One from before the connection was lost proves nothing. */
export const confirmConnection = (began: number) => {
  if (began > lostAt) onlineManager.setOnline(true)
}

/** Whether a call got no response and the reason is not known yet. */
export const useIsConnectionUncertain = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isAsking,
    () => false,
  )

const isOnline = () => onlineManager.isOnline()
const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Null while the server responds; else whether the device has no network or the server does not respond. */
export const useOffline = (): 'device' | 'server' | null => {
  const online = useSyncExternalStore(subscribe, isOnline, () => true)
  if (online) return null
  return navigator.onLine ? 'server' : 'device'
}
