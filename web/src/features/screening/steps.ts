import {
  applicableQuestions,
  keysOf,
  questionnaireVersion,
  type ScreeningAnswers,
  type ScreeningFacts,
  type ScreeningQuestion,
  screeningGroups,
} from '@fornix/contract'
import { translated } from '../../platform/language/t.ts'
import { messages } from './messages.ts'

/** A screenful: a few questions of one kind, with the follow-ups that their answers require. */
export type Step = { title: string; questions: ScreeningQuestion[] }
const maxPerStep = 4

const isFollowUp = ({ id, when }: ScreeningQuestion) => when !== undefined && id.startsWith(`${when.question}_`)

/** Evenly: six questions are three and three. */
const spread = (questions: ScreeningQuestion[]) => {
  const main = questions.filter((question) => !isFollowUp(question))
  const size = Math.ceil(main.length / Math.ceil(main.length / maxPerStep))
  const stepOf = (id: string) => Math.floor(main.findIndex((one) => one.id === id) / size)
  return [
    ...Map.groupBy(questions, (question) =>
      stepOf(isFollowUp(question) ? (question.when?.question ?? '') : question.id),
    ).values(),
  ]
}

export const stepsOf = (facts: ScreeningFacts, answers: ScreeningAnswers): Step[] => {
  const applicable = applicableQuestions(questionnaireVersion, facts, answers)
  return keysOf(screeningGroups).flatMap((group) =>
    spread(applicable.filter((question) => question.group === group)).map((questions, part, { length }) => {
      const title = translated(screeningGroups[group])
      return { title: length > 1 ? messages.part(title, part + 1, length) : title, questions }
    }),
  )
}
