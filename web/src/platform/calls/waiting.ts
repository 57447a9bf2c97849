import { onlineManager } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { messages } from '../base/messages.ts'

let cancels: readonly (() => void)[] = []
const listeners = new Set<() => void>()
const setCancels = (next: typeof cancels) => {
  cancels = next
  for (const listener of listeners) listener()
}

/** Nothing was sent, but nothing failed: the user stopped waiting, left the form, or changed it meanwhile. */
export class StoppedWaiting extends Error {
  override name = 'StoppedWaiting'
}

/**
 * Before sending: resolves immediately if the server can be reached, otherwise as soon as it can. Nothing was sent before
 * that, so nothing is sent twice. Rejects when the user stops waiting, or `signal` aborts.
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

/** Returns waiting requests to their forms, which still hold all that was typed. */
export const stopWaiting = () => {
  for (const cancel of cancels) cancel()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const isWaiting = () => cancels.length > 0
export const useIsWaiting = () => useSyncExternalStore(subscribe, isWaiting, () => false)

/** Aborts when the form is left: what still waits then is not sent. */
const useSignal = () => {
  const controller = useRef(new AbortController())
  useEffect(() => {
    if (controller.current.signal.aborted) controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return controller
}

/**
 * Before a form is sent: waits for the network, and rejects with StoppedWaiting if `read` has changed by then. `isWaiting` is about this
 * form alone.
 */
export const useOnlineWait = () => {
  const controller = useSignal()
  const [isWaiting, setWaiting] = useState(false)
  const waitOnline = async (read: () => unknown) => {
    const pressed = JSON.stringify(read())
    setWaiting(!onlineManager.isOnline())
    await untilOnline(controller.current.signal).finally(() => setWaiting(false))
    // A returning network must not send half a sentence, or an address other than the intended one.
    if (JSON.stringify(read()) !== pressed) throw new StoppedWaiting(messages.offline.changed)
  }
  return { waitOnline, isWaiting }
}
