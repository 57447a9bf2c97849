import { useEffect, useEffectEvent } from 'react'
import { forgetDrafts } from '../../platform/drafts/draft-keeper.ts'
import { type LeaveTexts, noteUnsaved, registerUnsaved } from '../dialog/unsaved.ts'
import { messages } from './messages.ts'

type Options = { texts?: LeaveTexts; isSending?: boolean; isDraft?: boolean }

/** While this part of a page holds changes that were not saved, leaving the page asks first. */
export const useUnsaved = (
  isDirty: boolean,
  { texts = messages.leave, isSending = false, isDraft = true }: Options = {},
) => {
  const isSendingNow = useEffectEvent(() => isSending)
  useEffect(() => {
    if (!isDirty) return
    return registerUnsaved({ isThere: () => true, isSending: isSendingNow, isDraft, texts, onLeave: forgetDrafts })
  }, [isDirty, isDraft, texts])
  useEffect(noteUnsaved)
}
