import type { ModalProps } from '@mantine/core'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useOwnWaiting } from '../../platform/calls/waiting.ts'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { DialogContext, type DialogState } from './dialog-state.ts'
import { registerUnsaved } from './unsaved.ts'
import { useEntries } from './use-entries.ts'

/**
 * A dialog whose ✕, Escape and backdrop act like its Cancel button while something is sent; see DialogButtons. Once something was
 * typed, chosen or dropped in it, they ask first, and so does leaving the page: any of them may be a slip.
 */
export const keptOpen = <P extends Pick<ModalProps, 'opened' | 'onClose'>>(Dialog: ComponentType<P>) => {
  const Kept = (props: P) => {
    const { opened, onClose } = props
    const state = useRef<DialogState>({ sending: 0, kept: 0 })
    const { stopWaiting } = useOwnWaiting(opened)
    const { isChanged, forget, listeners } = useEntries(opened)
    const [isAsking, setAsking] = useState(false)
    if (isAsking && !opened) setAsking(false)
    const isUnsaved = useEffectEvent(() => state.current.kept === 0 && isChanged())
    useEffect(() => (opened ? registerUnsaved({ isThere: isUnsaved, texts: messages.discard }) : undefined), [opened])
    const close = () => {
      if (state.current.sending > 0) return stopWaiting()
      // Not at once: the Escape that asks would answer, too.
      if (isUnsaved()) setTimeout(() => setAsking(true))
      else onClose()
    }
    const discard = () => {
      setAsking(false)
      // Closing may lead to another address, which must not ask again.
      forget()
      onClose()
    }
    return (
      <DialogContext value={state}>
        <Dialog {...props} onClose={close} {...listeners} />
        {isAsking && <DiscardQuestion onClose={() => setAsking(false)} onLeave={discard} />}
      </DialogContext>
    )
  }
  return Kept
}
