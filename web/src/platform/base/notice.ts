import { useSyncExternalStore } from 'react'
import type { messages } from './messages.ts'

type Notice = keyof typeof messages.notice

let notices: {
  /** A message for the next page, shown once: why somebody finds themselves signed out. */
  shown: Notice | null
  /** What can wait until there is no other. */
  offered: readonly Notice[]
} = { shown: null, offered: [] }
const listeners = new Set<() => void>()
const change = (next: Partial<typeof notices>) => {
  notices = { ...notices, ...next }
  for (const listener of listeners) listener()
}
const withoutOffer = (which: Notice | undefined) => notices.offered.filter((one) => one !== which)

export const showNotice = (next: Notice) => change({ shown: next })
/** The same for what can wait: it displaces nothing, and is not displaced for good. */
export const offerNotice = (next: Notice) => {
  if (!notices.offered.includes(next)) change({ offered: [...notices.offered, next] })
}
/** Takes away what an earlier page said; what is offered still holds. */
export const clearNotice = () => change({ shown: null })
/** The one that can be read was read. */
export const dismissNotice = () =>
  change(notices.shown ? { shown: null } : { offered: withoutOffer(notices.offered[0]) })
/** Takes one message away that is no longer true, and no other. */
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
