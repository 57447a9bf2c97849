import type { ModalProps } from '@mantine/core'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useOwnWaiting } from '../../platform/calls/waiting.ts'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { DialogContext, type DialogState } from './dialog-state.ts'
import { noteUnsaved, registerUnsaved } from './unsaved.ts'
import { useEntries } from './use-entries.ts'

/**
 * A dialog whose ✕, Escape and backdrop act like its Cancel button while something is sent; see DialogButtons. Once something was
 * typed, chosen or dropped in it, they ask first, and so does leaving the page: any of them may be a slip.
 */
export const keptOpen = <P extends Pick<ModalProps, 'opened' | 'onClose'>>(Dialog: ComponentType<P>) => {
  const Kept = (props: P) => {
    const { opened, onClose } = props
    const state = useRef<DialogState>({ sending: 0, stored: 0, close: onClose })
    const { isWaiting, stopWaiting } = useOwnWaiting(opened)
    const { isChanged, forget, listeners } = useEntries(opened)
    const [isAsking, setAsking] = useState(false)
    if (isAsking && !opened) setAsking(false)
    const isThere = useEffectEvent(() => state.current.stored === 0 && isChanged())
    const isSending = useEffectEvent(() => state.current.sending > 0 && !isWaiting)
    const close = () => {
      if (state.current.sending > 0) return stopWaiting()
      // Not at once: the Escape that asks would answer, too.
      if (isThere()) setTimeout(() => setAsking(true))
      else onClose()
    }
    useEffect(() => {
      state.current.close = close
    })
    const discard = () => {
      setAsking(false)
      // Closing may lead to another address, which must not ask again.
      forget()
      onClose()
    }
    const onLeave = useEffectEvent(discard)
    useEffect(
      () => (opened ? registerUnsaved({ isThere, isSending, texts: messages.discard, onLeave }) : undefined),
      [opened],
    )
    // What begins to wait is not being sent.
    useEffect(noteUnsaved)
    return (
      <DialogContext value={state}>
        <Dialog {...props} onClose={close} {...listeners} />
        {isAsking && <DiscardQuestion onClose={() => setAsking(false)} onLeave={discard} />}
      </DialogContext>
    )
  }
  return Kept
}
