import { type ComponentType, createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import { stopWaiting, useIsWaiting } from '../../platform/calls/waiting.ts'

/** How many requests of the surrounding dialog are in flight. */
const Sending = createContext<RefObject<number> | null>(null)

/** While something is being sent, the surrounding dialog stays open: closing it would abort the request or hide its result. */
export const useKeepOpen = (isSending: boolean) => {
  const sending = useContext(Sending)
  useEffect(() => {
    if (!isSending || !sending) return
    sending.current += 1
    return () => {
      sending.current -= 1
    }
  }, [isSending, sending])
}

/** A dialog whose ✕, Escape and backdrop act like its Cancel button; see DialogButtons. */
export const keptOpen = <P extends { onClose: () => void }>(Dialog: ComponentType<P>) => {
  const Kept = (props: P) => {
    const sending = useRef(0)
    const isWaiting = useIsWaiting()
    const close = () => {
      if (sending.current === 0) props.onClose()
      else if (isWaiting) stopWaiting()
    }
    return (
      <Sending value={sending}>
        <Dialog {...props} onClose={close} />
      </Sending>
    )
  }
  return Kept
}
