import { kilogramsOf, questionsOf, type ScreeningQuestion } from './questionnaire.ts'
import { choicesOf, type ScreeningAnswers } from './screening-questions.ts'

const words: Record<string, string> = { yes: 'Yes', no: 'No', unsure: 'Not sure' }
const measured = (answer: string, unit: string) =>
  unit === 'lb' ? `${answer} lb (${kilogramsOf(Number(answer))} kg)` : `${answer} ${unit}`
const wordOf = (question: ScreeningQuestion, answer: string) =>
  question.range ? measured(answer, question.range.unit) : choicesOf(question) ? (words[answer] ?? answer) : answer

export type AnswerLine = {
  id: string
  label: string
  answer: string
  flagged: boolean
  details: { id: string; label: string; answer: string }[]
}

/** Answers to read: each question with its follow-ups, the ones that need attention first. */
export const answerLines = (version: number, answers: ScreeningAnswers): AnswerLine[] => {
  const answered = questionsOf(version).filter(({ id }) => answers[id])
  const read = (question: ScreeningQuestion) => ({
    id: question.id,
    label: question.label,
    answer: wordOf(question, answers[question.id] ?? ''),
  })
  // A follow-up with its own answer is listed alone: kidney disease is not a detail of a plan.
  const isDetail = ({ id, when }: ScreeningQuestion) => when !== undefined && id.startsWith(`${when.question}_`)
  const lines = answered
    .filter((question) => !isDetail(question))
    .map((question) => ({
      ...read(question),
      flagged: isFlagged(question, answers[question.id] ?? ''),
      details: answered.filter((one) => isDetail(one) && one.when?.question === question.id).map(read),
    }))
  return [...lines.filter(({ flagged }) => flagged), ...lines.filter(({ flagged }) => !flagged)]
}
const isFlagged = ({ flags, limit }: ScreeningQuestion, answer: string) =>
  Boolean(flags?.includes(answer)) || (limit !== undefined && Number(answer) > limit)

/** `Pacemaker or ICD: Yes (Which: Medtronic; Implant card: No)`. */
export const lineText = ({ label, answer, details }: AnswerLine) =>
  `${label}: ${answer}${details.length > 0 ? ` (${details.map((one) => `${one.label}: ${one.answer}`).join('; ')})` : ''}`

/** What needs attention before the scan. */
export const alertsOf = (version: number, answers: ScreeningAnswers) =>
  answerLines(version, answers).flatMap((line) => (line.flagged ? [lineText(line)] : []))
