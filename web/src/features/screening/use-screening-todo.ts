import { IconShieldCheck } from '@tabler/icons-react'
import type { Todo } from '../../clinic/records/TodoItem.tsx'
import { paths } from '../../platform/base/paths.ts'
import { messages } from './messages.ts'
import { neededDay, useMyScreening } from './use-my-screening.ts'

export const useScreeningReady = () => !useMyScreening().query.isLoading

/** On a patient's home, as long as the next visit has no valid answers. */
export const useScreeningTodo = (): Todo | undefined => {
  const day = neededDay(useMyScreening().query.data)
  if (!day) return
  return { icon: IconShieldCheck, title: messages.todo.title, text: messages.todo.text(day), to: paths.mrSafety }
}
