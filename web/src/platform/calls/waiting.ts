import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiFailure } from '../http/failure.ts'

let cancels: readonly (() => void)[] = []
const listeners = new Set<() => void>()
const setCancels = (next: typeof cancels) => {
  cancels = next
  for (const listener of listeners) listener()
}

/**
 * Before something is sent: resolves at once while the server can be reached, otherwise as soon as it can be again. Nothing has left
 * by then, so nothing can be sent twice. Rejects when the person stops waiting, or `signal` aborts.
 */
export const untilOnline = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (onlineManager.isOnline()) return resolve()
    const end = (settle: () => void) => {
      stop()
      signal.removeEventListener('abort', cancel)
      setCancels(cancels.filter((one) => one !== cancel))
      settle()
    }
    const cancel = () => end(() => reject(new ApiFailure(0)))
    const stop = onlineManager.subscribe((isOnline) => isOnline && end(resolve))
    signal.addEventListener('abort', cancel)
    setCancels([...cancels, cancel])
  })

/** What waits is given back to its form, which still has all that was typed. */
export const stopWaiting = () => {
  for (const cancel of cancels) cancel()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const isWaiting = () => cancels.length > 0
export const useIsWaiting = () => useSyncExternalStore(subscribe, isWaiting, () => false)
