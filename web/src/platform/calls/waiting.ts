import { onlineManager } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { messages } from '../base/messages.ts'

let cancels: readonly (() => void)[] = []
const listeners = new Set<() => void>()
const setCancels = (next: typeof cancels) => {
  cancels = next
  for (const listener of listeners) listener()
}

/** Nothing was sent, for a reason that is no failure: the person would rather not wait, has left the form, or changed it meanwhile. */
export class StoppedWaiting extends Error {
  override name = 'StoppedWaiting'
}

/**
 * Before something is sent: resolves at once while the server can be reached, otherwise as soon as it can be again. Nothing has left by
 * then, so nothing can be sent twice. Rejects when the person stops waiting, or `signal` aborts.
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
    const cancel = () => end(() => reject(new StoppedWaiting(messages.offline.stopped)))
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

/** Ends when the form is left: what still waits then is not sent. */
const useSignal = () => {
  const controller = useRef(new AbortController())
  useEffect(() => {
    if (controller.current.signal.aborted) controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return controller
}

/** Before a form is sent: waits for the network, and rejects with StoppedWaiting where `read` says something else by then. */
export const useOnlineWait = () => {
  const controller = useSignal()
  return async (read: () => unknown) => {
    const pressed = JSON.stringify(read())
    await untilOnline(controller.current.signal)
    // Half a sentence, or another address than the one that was meant, is not sent because the network came back.
    if (JSON.stringify(read()) !== pressed) throw new StoppedWaiting(messages.offline.changed)
  }
}
