import type { ModalProps } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import { useOwnWaiting } from '../../platform/calls/waiting.ts'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { DialogContext, type DialogState } from './dialog-state.ts'
import { useEntries } from './use-entries.ts'

/**
 * A dialog whose ✕, Escape and backdrop act like its Cancel button while something is sent; see DialogButtons. Once something was
 * typed, chosen or dropped in it, they ask first: any of them may be a slip.
 */
export const keptOpen = <P extends Pick<ModalProps, 'opened' | 'onClose'>>(Dialog: ComponentType<P>) => {
  const Kept = (props: P) => {
    const { opened, onClose } = props
    const state = useRef<DialogState>({ sending: 0, kept: 0 })
    const { stopWaiting } = useOwnWaiting(opened)
    const { isChanged, listeners } = useEntries(opened)
    const [isAsking, setAsking] = useState(false)
    if (isAsking && !opened) setAsking(false)
    const close = () => {
      if (state.current.sending > 0) return stopWaiting()
      // Not at once: the Escape that asks would answer, too.
      if (state.current.kept === 0 && isChanged()) setTimeout(() => setAsking(true))
      else onClose()
    }
    const discard = () => {
      setAsking(false)
      onClose()
    }
    return (
      <DialogContext value={state}>
        <Dialog {...props} onClose={close} {...listeners} />
        {isAsking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
      </DialogContext>
    )
  }
  return Kept
}
