import type { ModalProps } from '@mantine/core'
import {
  type ComponentType,
  createContext,
  type MouseEvent,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
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

type Closable = Pick<ModalProps, 'opened' | 'onClose' | 'closeOnClickOutside'>

/** An option of a list: choosing it fires no change event. */
const isOption = (target: EventTarget) => target instanceof Element && target.closest('[role=option]') !== null

/**
 * A dialog whose ✕, Escape and backdrop act like its Cancel button; see DialogButtons. Once something was typed, chosen or dropped in it,
 * the backdrop does nothing: a click beside a dialog is often a slip.
 */
export const keptOpen = <P extends Closable>(Dialog: ComponentType<P>) => {
  const Kept = (props: P) => {
    const { opened, closeOnClickOutside } = props
    const sending = useRef(0)
    const isWaiting = useIsWaiting()
    const [isChanged, setChanged] = useState(false)
    if (isChanged && !opened) setChanged(false)
    const close = () => {
      if (sending.current === 0) props.onClose()
      else if (isWaiting) stopWaiting()
    }
    const change = () => setChanged(true)
    return (
      <Sending value={sending}>
        <Dialog
          {...props}
          onClose={close}
          closeOnClickOutside={closeOnClickOutside ?? !isChanged}
          onChangeCapture={change}
          onDropCapture={change}
          onClickCapture={({ target }: MouseEvent) => {
            if (isOption(target)) change()
          }}
        />
      </Sending>
    )
  }
  return Kept
}
