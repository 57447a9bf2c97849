import { useEffect, useEffectEvent } from 'react'
import { noteUnsaved, registerUnsaved, type Unsaved } from './unsaved.ts'

type Options = Pick<Unsaved, 'texts'> & { isSending?: boolean; isDraft?: boolean; onLeave?: () => unknown }

/** While something here is unsaved, leaving the page asks first. */
export const useLeaveQuestion = (
  isUnsaved: boolean,
  { texts, isSending = false, isDraft = false, onLeave }: Options,
) => {
  const isSendingNow = useEffectEvent(() => isSending)
  const leave = useEffectEvent(() => onLeave?.())
  useEffect(() => {
    if (!isUnsaved) return
    return registerUnsaved({ isThere: () => true, isSending: isSendingNow, isDraft, texts, onLeave: leave })
  }, [isUnsaved, isDraft, texts])
  useEffect(noteUnsaved)
}
