import { createContext, type RefObject, useContext, useEffect } from 'react'
import { noteUnsaved } from './unsaved.ts'

/**
 * How many requests of the surrounding dialog are in flight, how many of its forms lose nothing when it closes, and how many lose nothing
 * when the page is left either.
 */
export type DialogState = { sending: number; kept: number; stored: number }
export const DialogContext = createContext<RefObject<DialogState> | null>(null)

const useCountInDialog = (what: keyof DialogState, isCounted: boolean) => {
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
/** The surrounding dialog closes without a question: what was typed in it is there again when it opens, as long as the page is. */
export const EntriesKept = () => {
  useCountInDialog('kept', true)
  return null
}
