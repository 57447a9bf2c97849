import { choicesOf, questionnaireVersion, questionsOf, type ScreeningAnswers } from '@fornix/contract'

const nothing = questionsOf(questionnaireVersion).flatMap((question) =>
  choicesOf(question) && !question.when ? [[question.id, 'no']] : [],
)

/** Somebody with nothing to look at, but for what is said. */
export const calmAnswers = (but: ScreeningAnswers = {}): ScreeningAnswers => ({
  ...Object.fromEntries(nothing),
  lie_still: 'yes',
  weight: '165',
  ...but,
})
