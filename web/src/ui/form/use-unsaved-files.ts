import { useContext } from 'react'
import { t } from '../../platform/language/t.ts'
import { DialogContext, useEntriesStored } from '../dialog/dialog-state.ts'
import { useLeaveQuestion } from '../dialog/use-leave-question.ts'

const texts = {
  title: t('Leave without your files?'),
  text: t('Your text is saved as a draft, but the files are not. You would have to choose them again.'),
  stay: t('Keep editing'),
  leave: t('Leave'),
} as const

/** Of a form whose text is kept as a draft: while files are chosen, which are not, leaving it asks first. */
export const useUnsavedFiles = (hasFiles: boolean, isSending: boolean) => {
  useEntriesStored(!hasFiles)
  // A dialog asks for itself.
  const isOnPage = useContext(DialogContext) === null
  useLeaveQuestion(hasFiles && isOnPage, { texts, isSending })
}
