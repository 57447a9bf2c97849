import type { Ending } from '../../platform/base/before-leaving.ts'
import { messages } from '../../platform/base/messages.ts'
import { sameSession } from '../../platform/session/session-store.ts'

export type LeaveTexts = Readonly<Record<'title' | 'text' | 'stay' | 'leave', string>>
export type Unsaved = {
  isThere: () => boolean
  /** It is on its way, and nobody knows yet whether it will be saved. */
  isSending: () => boolean
  /** It is kept as a draft. */
  isDraft?: boolean
  texts: LeaveTexts
  onLeave: () => unknown
}

const registered = new Set<Unsaved>()
const listeners = new Set<() => void>()

/** Whether something is unsaved, or is being sent, may have changed. */
export const noteUnsaved = () => {
  for (const listener of listeners) listener()
}
export const onUnsavedChange = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const unsaved = () => [...registered].filter(({ isThere }) => isThere())
const isLost = ({ isSending }: Unsaved) => !isSending()

const textsOf = (all: Unsaved[]) => all.find(isLost)?.texts ?? (all.length > 0 ? messages.sending : undefined)

/** What leaving the page now asks; undefined if nothing is unsaved. The first one surrounds the others, and is left with them. */
export const leaveTexts = () => textsOf(unsaved())
/** What is asked before the session ends. */
export const endingTexts = (ending: Ending) => {
  if (!ending.isSaved) return ending.kind === 'logout' ? messages.logOut : messages.discard
  return ending.kind === 'logout' ? textsOf(unsaved().filter(({ isDraft }) => !isDraft)) : leaveTexts()
}

/** The user accepts to lose it. What is being sent may still be saved, and is not forgotten. */
export const leaveUnsaved = () => {
  for (const { onLeave } of unsaved().filter(isLost)) onLeave()
}

const askBrowser = (event: BeforeUnloadEvent) => {
  if (unsaved().length > 0) event.preventDefault()
}

/** Until the returned function is called, nobody leaves the page without a question while something unsaved is there. */
export const registerUnsaved = ({ isThere, ...rest }: Unsaved) => {
  // A session that has ended, or has become another, leaves at once: the record must not stay on the screen.
  const isSame = sameSession()
  const one = { ...rest, isThere: () => isSame() && isThere() }
  registered.add(one)
  // Only then: some browsers cache no page that listens to it.
  window.addEventListener('beforeunload', askBrowser)
  return () => {
    registered.delete(one)
    if (registered.size === 0) window.removeEventListener('beforeunload', askBrowser)
    noteUnsaved()
  }
}
