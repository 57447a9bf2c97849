import { clearDrafts } from '../../platform/drafts/draft-keeper.ts'
import type { LeaveTexts } from '../dialog/unsaved.ts'
import { useLeaveQuestion } from '../dialog/use-leave-question.ts'
import { messages } from './messages.ts'

type Options = { texts?: LeaveTexts; isSending?: boolean; isDraft?: boolean }

/** While this part of a page holds changes that were not saved, leaving the page asks first. */
export const useUnsaved = (
  isDirty: boolean,
  { texts = messages.leave, isSending = false, isDraft = true }: Options = {},
) => useLeaveQuestion(isDirty, { texts, isSending, isDraft, onLeave: clearDrafts })
