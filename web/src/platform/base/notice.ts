import { useSyncExternalStore } from 'react'
import type { messages } from './messages.ts'

export type Notice = keyof typeof messages.notice

let notices: {
  /** A message for the next page, shown once, such as why the user was signed out. */
  shown: Notice | null
  /** Notices that can wait until no other is shown. */
  offered: readonly Notice[]
} = { shown: null, offered: [] }
const listeners = new Set<() => void>()
const change = (next: Partial<typeof notices>) => {
  notices = { ...notices, ...next }
  for (const listener of listeners) listener()
}
const withoutOffer = (which: Notice) => notices.offered.filter((one) => one !== which)

export const showNotice = (next: Notice) => change({ shown: next })
/** Shows a notice that can wait: it replaces no other, and comes back if one covers it. */
export const offerNotice = (next: Notice) => {
  if (!notices.offered.includes(next)) change({ offered: [...notices.offered, next] })
}
/** Removes what an earlier page showed; offered notices stay. */
export const clearNotice = () => change({ shown: null })
const dismissals = new Set<(which: Notice) => void>()
/** Publishes that the user closed a message. */
export const subscribeToDismissal = (listener: (which: Notice) => void) => {
  dismissals.add(listener)
  return () => void dismissals.delete(listener)
}
/** Dismisses the visible notice. */
export const dismissNotice = () => {
  const read = notices.shown ?? notices.offered[0]
  if (!read) return
  change(notices.shown ? { shown: null } : { offered: withoutOffer(read) })
  for (const listener of dismissals) listener(read)
}
/** Removes one message that is no longer true, and no other. */
export const endNotice = (which: Notice) => {
  if (notices.shown === which) change({ shown: null })
  if (notices.offered.includes(which)) change({ offered: withoutOffer(which) })
}
export const useNotice = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => notices.shown ?? notices.offered[0] ?? null,
    () => null,
  )
