import { sameSession } from '../../platform/session/session-store.ts'

export type LeaveTexts = Readonly<Record<'title' | 'text' | 'stay' | 'leave', string>>
export type Unsaved = {
  isThere: () => boolean
  texts: LeaveTexts
  onLeave?: () => unknown
}

const registered = new Set<Unsaved>()

/** The first one: what surrounds the others, and is left with them. */
export const firstUnsaved = () => [...registered].find(({ isThere }) => isThere())

const askBrowser = (event: BeforeUnloadEvent) => {
  if (firstUnsaved()) event.preventDefault()
}

/** Until the returned function is called, nobody leaves the page without a question while something unsaved is there. */
export const registerUnsaved = ({ isThere, ...rest }: Unsaved) => {
  // A session that has ended, or has become another, leaves at once: the record must not stay on the screen.
  const isSame = sameSession()
  const unsaved = { ...rest, isThere: () => isSame() && isThere() }
  registered.add(unsaved)
  // Only then: some browsers cache no page that listens to it.
  window.addEventListener('beforeunload', askBrowser)
  return () => {
    registered.delete(unsaved)
    if (registered.size === 0) window.removeEventListener('beforeunload', askBrowser)
  }
}
