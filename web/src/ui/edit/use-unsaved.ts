import { useEffect } from 'react'
import { forgetDrafts } from '../../platform/drafts/draft-keeper.ts'
import { type LeaveTexts, registerUnsaved } from '../dialog/unsaved.ts'
import { messages } from './messages.ts'

/** While this part of a page holds changes that were not saved, leaving the page asks first. */
export const useUnsaved = (isDirty: boolean, texts: LeaveTexts = messages.leave) =>
  useEffect(
    () => (isDirty ? registerUnsaved({ isThere: () => true, texts, onLeave: forgetDrafts }) : undefined),
    [isDirty, texts],
  )
