import { onlineManager } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { beforeLeaving } from '../base/before-leaving.ts'
import { messages } from '../base/messages.ts'
import { endNotice, type Notice, showNotice } from '../base/notice.ts'
import { sameSession } from '../session/session-store.ts'

type Wait = { number: number; cancel: () => void }
let waits: readonly Wait[] = []
let begun = 0
const listeners = new Set<() => void>()
const setWaits = (next: typeof waits) => {
  waits = next
  for (const listener of listeners) listener()
}

// Log Out would give it up without a word: the next page says nothing to somebody else.
beforeLeaving(async () => waits.length === 0)

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
      setWaits(waits.filter((one) => one.cancel !== cancel))
      settle()
    }
    const cancel = () => end(() => reject(new StoppedWaiting(messages.offline.stopped)))
    const stop = onlineManager.subscribe((isOnline) => isOnline && end(resolve))
    signal.addEventListener('abort', cancel)
    begun += 1
    setWaits([...waits, { number: begun, cancel }])
  })

const stopAfter = (number: number) => {
  for (const wait of waits) if (wait.number > number) wait.cancel()
}
/** Returns all waiting requests to their forms, which still hold all that was typed. */
export const stopWaiting = () => stopAfter(0)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const useIsWaitingAfter = (number: number) =>
  useSyncExternalStore(
    subscribe,
    () => waits.some((wait) => wait.number > number),
    () => false,
  )
export const useIsWaiting = () => useIsWaitingAfter(0)

/**
 * What waits and was begun since a dialog opened, which is its own: the page behind it cannot begin anything meanwhile, and what that began
 * before goes on waiting.
 */
export const useOwnWaiting = (opened = true) => {
  const [since, setSince] = useState({ opened, begun })
  if (since.opened !== opened) setSince({ opened, begun })
  const isWaiting = useIsWaitingAfter(since.begun)
  return { isWaiting, stopWaiting: () => stopAfter(since.begun) }
}

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
 * form alone. `left` is said on the next page if somebody leaves the form while it waits.
 */
export const useOnlineWait = ({ left = 'notSent' }: { left?: Notice } = {}) => {
  const controller = useSignal()
  const [isWaiting, setWaiting] = useState(false)
  const waitOnline = async (read: () => unknown) => {
    const pressed = JSON.stringify(read())
    const { signal } = controller.current
    const isSame = sameSession()
    endNotice(left)
    setWaiting(!onlineManager.isOnline())
    await untilOnline(signal)
      .catch((error: unknown) => {
        if (signal.aborted && isSame()) showNotice(left)
        throw error
      })
      .finally(() => setWaiting(false))
    // A returning network must not send half a sentence, or an address other than the intended one.
    if (JSON.stringify(read()) !== pressed) throw new StoppedWaiting(messages.offline.changed)
  }
  return { waitOnline, isWaiting }
}
