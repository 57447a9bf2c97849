import type { ModalProps } from '@mantine/core'
import { type ComponentType, createContext, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { stopWaiting, useIsWaiting } from '../../platform/calls/waiting.ts'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { useEntries } from './use-entries.ts'

/** How many requests of the surrounding dialog are in flight, and how many of its forms lose nothing when it closes. */
type Inside = { sending: number; kept: number }
const Inside = createContext<RefObject<Inside> | null>(null)

const useCounted = (what: keyof Inside, isSo: boolean) => {
  const inside = useContext(Inside)
  useEffect(() => {
    if (!isSo || !inside) return
    inside.current[what] += 1
    return () => {
      inside.current[what] -= 1
    }
  }, [what, isSo, inside])
}

/** While something is being sent, the surrounding dialog stays open: closing it would abort the request or hide its result. */
export const useKeepOpen = (isSending: boolean) => useCounted('sending', isSending)
/** The surrounding dialog closes without a question: what was typed in it is there again when it opens. */
export const useEntriesKept = () => useCounted('kept', true)
export const EntriesKept = () => {
  useEntriesKept()
  return null
}

/**
 * A dialog whose ✕, Escape and backdrop act like its Cancel button while something is sent; see DialogButtons. Once something was
 * typed, chosen or dropped in it, they ask first: any of them may be a slip.
 */
export const keptOpen = <P extends Pick<ModalProps, 'opened' | 'onClose'>>(Dialog: ComponentType<P>) => {
  const Kept = (props: P) => {
    const { opened, onClose } = props
    const inside = useRef<Inside>({ sending: 0, kept: 0 })
    const isWaiting = useIsWaiting()
    const { isChanged, listeners } = useEntries(opened)
    const [isAsking, setAsking] = useState(false)
    if (isAsking && !opened) setAsking(false)
    const close = () => {
      if (inside.current.sending > 0) return isWaiting ? stopWaiting() : undefined
      // Not at once: the Escape that asks would answer, too.
      if (inside.current.kept === 0 && isChanged()) setTimeout(() => setAsking(true))
      else onClose()
    }
    const discard = () => {
      setAsking(false)
      onClose()
    }
    return (
      <Inside value={inside}>
        <Dialog {...props} onClose={close} {...listeners} />
        {isAsking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
      </Inside>
    )
  }
  return Kept
}
