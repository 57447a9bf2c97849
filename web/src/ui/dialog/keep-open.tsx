import { type ComponentType, createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import { stopWaiting, useIsWaiting } from '../../platform/calls/waiting.ts'

/** How much is on its way from the dialog around. */
const Sending = createContext<RefObject<number> | null>(null)

/** While something is sent, the dialog around stays: who closes it would cut that off, or not hear what became of it. */
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

/** A dialog whose ✕, Escape and backdrop do as its Cancel does; see DialogButtons. */
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
