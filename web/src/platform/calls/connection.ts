import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiFailure } from '../http/failure.ts'
import { statusOfProgram } from '../http/program.ts'
import { untilAnswered } from './until-answered.ts'

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

// TanStack Query hears of changes only.
if (globalThis.navigator?.onLine === false) onlineManager.setOnline(false)

const ask = async () => {
  if ((await statusOfProgram()) === 0) throw new ApiFailure(0)
}

/**
 * After a call without an answer: when the server itself does not answer, the app is offline until it does. What failed is read again then.
 */
export const checkConnection = async () => {
  if (isAsking) return
  setAsking(true)
  await untilAnswered(ask, () => onlineManager.setOnline(false), forever)
  onlineManager.setOnline(true)
  setAsking(false)
}

/** A call that `began` then was answered. One from before the connection was lost says nothing of now. */
export const confirmConnection = (began: number) => {
  if (began > lostAt) onlineManager.setOnline(true)
}

/** Whether a call went without an answer, and it is not known yet why. */
export const useIsConnectionInDoubt = () =>
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

/** Null while the server answers; else whether it is the device that has no network, or the server that does not answer. */
export const useOffline = (): 'device' | 'server' | null => {
  const online = useSyncExternalStore(subscribe, isOnline, () => true)
  if (online) return null
  return navigator.onLine ? 'server' : 'device'
}
