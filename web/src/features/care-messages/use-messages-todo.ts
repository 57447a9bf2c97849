import { countMyMessages, notificationPollMs } from '@fornix/contract'
import { IconMessages } from '@tabler/icons-react'
import type { Todo } from '../../clinic/records/TodoItem.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

const texts = messages.patient
const useCount = () => useCall(countMyMessages, {}, { refetchInterval: notificationPollMs })
const useUnseen = () => useCount().data?.unseen ?? 0
export const useMessagesReady = () => !useCount().isLoading

/** On a patient's home, as long as the care team wrote something that was not read. */
export const useMessagesTodo = (): Todo | undefined => {
  const unseen = useUnseen()
  if (unseen === 0) return
  return { icon: IconMessages, title: texts.todo, text: texts.todoText(unseen), to: paths.messages }
}

/** The line of the tile on a patient's home. */
export const MessagesFigure = () => texts.tile(useUnseen())
