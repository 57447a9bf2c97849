import { z } from 'zod'
import { longText } from './fields.ts'
import { questionsOf, type ScreeningQuestion } from './questionnaire.ts'

/** What decides which questions concern the patient at all. */
export type ScreeningFacts = { gender: string; age: number | null }

/** By question id; numbers are digits. */
export type ScreeningAnswers = Record<string, string>

/** Whom a question about pregnancy is for; with unknown facts, the patient might be. */
export const mayBePregnant = ({ gender, age }: ScreeningFacts) =>
  gender !== 'Male' && (age === null || (age >= 12 && age <= 55))
const concernsThem = ({ concerns }: ScreeningQuestion, facts: ScreeningFacts) =>
  concerns === undefined || mayBePregnant(facts)

/** The questions asked, given the answers so far: a follow-up needs its answer, and its own question to be asked. */
export const applicableQuestions = (version: number, facts: ScreeningFacts, answers: ScreeningAnswers) => {
  const applicable = new Set<string>()
  return questionsOf(version).filter((question) => {
    const { id, when } = question
    const follows = !when || (applicable.has(when.question) && when.is.includes(answers[when.question] ?? ''))
    const isApplicable = follows && concernsThem(question, facts)
    if (isApplicable) applicable.add(id)
    return isApplicable
  })
}

export const presetAnswers = (version: number): ScreeningAnswers =>
  Object.fromEntries(questionsOf(version).flatMap(({ id, preset }) => (preset ? [[id, preset]] : [])))

const choices = { yesNo: ['yes', 'no'], yesNoUnsure: ['yes', 'no', 'unsure'] } as const
export const choicesOf = ({ kind }: ScreeningQuestion) =>
  kind === 'yesNo' || kind === 'yesNoUnsure' ? choices[kind] : null

/** The rule for one answer. Empty text is no answer. */
export const answerRule = (question: ScreeningQuestion) => {
  const { range, optional } = question
  const words = choicesOf(question)
  const maybe = (rule: z.ZodType<string>) =>
    optional ? z.union([z.literal('').optional(), rule], 'Please choose one of the answers') : rule
  if (words) return maybe(z.enum(words, 'Please choose an answer'))
  if (range) {
    const sentence = `Please enter a whole number from ${range.least} to ${range.most}`
    const isInRange = (text: string) => Number(text) >= range.least && Number(text) <= range.most
    const digits = z
      .string(sentence)
      .trim()
      .regex(/^\d{1,4}$/, sentence)
      .refine(isInRange, sentence)
    return optional ? z.union([z.literal('').optional(), digits], sentence) : digits
  }
  const text = longText(500, 'Please write an answer')
  return optional ? text.optional() : text.pipe(z.string().min(1, 'Please write an answer'))
}

/** What a patient with these facts may answer: errors are at the question's id, and what was not asked is left out. */
export const answersOf = (version: number, facts: ScreeningFacts) =>
  z.record(z.string(), z.unknown()).transform((given, context) => {
    const trimmed = Object.fromEntries(
      Object.entries(given).flatMap(([id, value]) => (typeof value === 'string' ? [[id, value.trim()]] : [])),
    )
    const kept: ScreeningAnswers = {}
    for (const question of applicableQuestions(version, facts, trimmed)) {
      const { id } = question
      const { data, error } = answerRule(question).safeParse(Object.hasOwn(given, id) ? given[id] : undefined)
      if (error)
        context.addIssue({ code: 'custom', path: [id], message: error.issues[0]?.message ?? 'Please answer this' })
      else if (data) kept[id] = data
    }
    return kept
  })
