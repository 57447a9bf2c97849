import { createContext, type RefObject, useContext, useEffect } from 'react'

/** How many requests of the surrounding dialog are in flight, and how many of its forms lose nothing when it closes. */
export type DialogState = { sending: number; kept: number }
export const DialogContext = createContext<RefObject<DialogState> | null>(null)

const useCountInDialog = (what: keyof DialogState, isCounted: boolean) => {
  const state = useContext(DialogContext)
  useEffect(() => {
    if (!isCounted || !state) return
    state.current[what] += 1
    return () => {
      state.current[what] -= 1
    }
  }, [what, isCounted, state])
}

/** While something is being sent, the surrounding dialog stays open: closing it would abort the request or hide its result. */
export const useKeepOpen = (isSending: boolean) => useCountInDialog('sending', isSending)
/** Runs what follows a successful sending: what was typed is saved, and may be left without a question. */
export const useAfterSending = () => {
  const state = useContext(DialogContext)
  return async (work: () => unknown) => {
    if (state) state.current.kept += 1
    try {
      await work()
    } finally {
      if (state) state.current.kept -= 1
    }
  }
}
/** For what is sent by whoever draws the dialog, and is outside it. */
export const KeepOpen = ({ isSending }: { isSending: boolean }) => {
  useKeepOpen(isSending)
  return null
}
/** The surrounding dialog closes without a question: what was typed in it is there again when it opens. */
export const useEntriesKept = () => useCountInDialog('kept', true)
export const EntriesKept = () => {
  useEntriesKept()
  return null
}
