import { useSyncExternalStore } from 'react'
import type { messages } from './messages.ts'

/** A message for the next page, shown once: why somebody finds themselves signed out. */
let notice: keyof typeof messages.notice | null = null
const listeners = new Set<() => void>()
const set = (next: typeof notice) => {
  notice = next
  for (const listener of listeners) listener()
}

export const showNotice = (next: keyof typeof messages.notice) => set(next)
/** The same for what can wait: it displaces nothing. */
export const offerNotice = (next: keyof typeof messages.notice) => notice ?? set(next)
export const clearNotice = () => set(null)
/** Takes one message away that is no longer true, and no other. */
export const endNotice = (which: keyof typeof messages.notice) => {
  if (notice === which) set(null)
}
export const useNotice = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => notice,
    () => null,
  )
