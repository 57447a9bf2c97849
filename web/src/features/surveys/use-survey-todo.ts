import { getSurvey } from '@fornix/contract'
import { IconMessageHeart } from '@tabler/icons-react'
import type { Todo } from '../../clinic/records/TodoItem.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { messages } from './messages.ts'
import { studyDay } from './study-day.ts'

export const useSurveyReady = () => !useCall(getSurvey, {}).isLoading

/** On a patient's home, as long as the latest scan has no answers. */
export const useSurveyTodo = (): Todo | undefined => {
  const { firstName } = useCared()
  const [latest] = useCall(getSurvey, {}).data?.surveys ?? []
  if (latest?.state !== 'open') return
  return {
    icon: IconMessageHeart,
    title: messages.title,
    text: `${messages.about(studyDay(latest.study_date), firstName)}. ${messages.todo}`,
    to: paths.survey,
  }
}
