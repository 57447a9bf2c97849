import { createContext, type RefObject, useContext, useEffect } from 'react'
import { noteUnsaved } from './unsaved.ts'

/**
 * How many requests of the surrounding dialog are in flight, how many of its forms lose nothing when it closes or the page is left, and
 * what closes it as its ✕ does.
 */
export type DialogState = { sending: number; stored: number; close: () => void }
export const DialogContext = createContext<RefObject<DialogState> | null>(null)

const useCountInDialog = (what: 'sending' | 'stored', isCounted: boolean) => {
  const state = useContext(DialogContext)
  useEffect(() => {
    if (!isCounted || !state) return
    const count = (by: number) => {
      state.current[what] += by
      noteUnsaved()
    }
    count(1)
    return () => count(-1)
  }, [what, isCounted, state])
}

/** While something is being sent, the surrounding dialog stays open: closing it would abort the request or hide its result. */
export const useKeepOpen = (isSending: boolean) => useCountInDialog('sending', isSending)
/** Runs what follows a successful sending: what was typed is saved, and may be left without a question. */
export const useAfterSending = () => {
  const state = useContext(DialogContext)
  return async (work: () => unknown) => {
    if (state) state.current.stored += 1
    try {
      await work()
    } finally {
      if (state) state.current.stored -= 1
    }
  }
}
/** For what is sent by whoever draws the dialog, and is outside it. */
export const KeepOpen = ({ isSending }: { isSending: boolean }) => {
  useKeepOpen(isSending)
  return null
}
/** What is typed in the surrounding dialog is stored: it closes, and the page is left, without a question. */
export const useEntriesStored = (isStored = true) => useCountInDialog('stored', isStored)
/** Closes the surrounding dialog as its ✕ does: after a question, if something was entered. */
export const useCloseDialog = () => {
  const state = useContext(DialogContext)
  return () => state?.current.close()
}
