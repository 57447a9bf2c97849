import { z } from 'zod'
import { longText } from './fields.ts'

/** What decides which questions concern somebody at all. */
export type ScreeningFacts = { gender: string; age: number | null }

/** By the id of the question; numbers are digits. */
export type ScreeningAnswers = Record<string, string>

type Kind = 'yesNo' | 'yesNoUnsure' | 'text' | 'number'
export type ScreeningQuestion = {
  id: string
  group: ScreeningGroup
  kind: Kind
  /** As the patient reads it. */
  text: string
  /** As staff read it beside the answer. */
  label: string
  hint?: string
  optional?: boolean
  /** What is chosen before anybody answers. */
  preset?: string
  /** These answers are for somebody to look at. */
  flags?: readonly string[]
  range?: { least: number; most: number; unit: string }
  /** A number above this is for somebody to look at. */
  limit?: number
  /** Whom it concerns; everybody unless said. */
  concerns?: 'who may be pregnant'
  /** Asked only after one of these answers to an earlier question. */
  when?: { question: string; is: readonly string[] }
}

export const screeningGroups = {
  devices: 'Implants and devices',
  metal: 'Metal in your body',
  health: 'Your health',
  contrast: 'Contrast dye',
  scan: 'During the scan',
  wear: 'On your body',
} as const
export type ScreeningGroup = keyof typeof screeningGroups

/** What the table of the scanner carries, in pounds. */
export const scannerWeightLimit = 440
export const kilogramsOf = (pounds: number) => Math.round(pounds * 0.453_592_37)
/** Answers older than this are asked again: what is cleared stays so for as long, counted from the answers. */
export const screeningDays = 30

const raised = ['yes', 'unsure'] as const
const detail = (
  of: ScreeningQuestion,
  name: string,
  question: Pick<ScreeningQuestion, 'kind' | 'text' | 'label'> & Partial<ScreeningQuestion>,
): ScreeningQuestion => ({
  id: `${of.id}_${name}`,
  group: of.group,
  when: { question: of.id, is: raised },
  ...question,
})
const risk = (
  group: ScreeningGroup,
  id: string,
  label: string,
  text: string,
  more: Partial<ScreeningQuestion> = {},
): ScreeningQuestion => ({ id, group, kind: 'yesNoUnsure', label, text, flags: raised, ...more })

/** A device, and what somebody has to know of it to look it up. */
const device = (id: string, label: string, text: string, hint?: string): ScreeningQuestion[] => {
  const asked = risk('devices', id, label, text, hint ? { hint } : {})
  return [
    asked,
    detail(asked, 'which', {
      kind: 'text',
      label: 'Which',
      text: 'Which one is it?',
      hint: 'The name or the maker helps us. If you do not know, write what you know.',
    }),
    detail(asked, 'when', { kind: 'text', label: 'Since', text: 'When did you get it?', optional: true }),
    detail(asked, 'card', {
      kind: 'yesNo',
      label: 'Implant card',
      text: 'Do you have a card for it?',
      hint: 'Please bring the card to your visit.',
    }),
  ]
}
const withDetail = (
  question: ScreeningQuestion,
  name: string,
  text: string,
  label: string,
  kind: Kind = 'text',
): ScreeningQuestion[] => [question, detail(question, name, { kind, text, label })]

/**
 * After the ACR Manual on MR Safety (2024) and the MR safety screening forms that are common in the US.
 * A published version never changes: answers are read with the version that they were given to.
 */
const first: readonly ScreeningQuestion[] = [
  ...device(
    'pacemaker',
    'Pacemaker or ICD',
    'Do you have a pacemaker or a heart defibrillator (ICD)?',
    'Also answer Yes if one was removed: its wires may still be there.',
  ),
  ...device('aneurysm_clip', 'Aneurysm clip', 'Do you have an aneurysm clip or coil in your head?'),
  ...device('ear_implant', 'Ear implant', 'Do you have a cochlear implant or another implant in your ear?'),
  ...device('neurostimulator', 'Neurostimulator', 'Do you have a stimulator for your brain, spine, or nerves?'),
  ...device('pump', 'Pump or sensor', 'Do you have a pump for medicine, such as insulin, or a glucose sensor?'),
  ...device(
    'other_implant',
    'Other implant or device',
    'Do you have any other implant or device in your body?',
    'For example a shunt, stent, heart valve, joint, plate, screw, tissue expander, IUD, or dental magnet.',
  ),
  ...withDetail(
    risk('metal', 'eye_metal', 'Metal in the eye', 'Has metal ever gone into your eye, or hurt it?', {
      hint: 'For example while grinding, welding, or drilling.',
    }),
    'xray',
    'Has your eye been X-rayed since then?',
    'X-rayed since',
    'yesNoUnsure',
  ),
  ...withDetail(
    risk('metal', 'shrapnel', 'Bullet or shrapnel', 'Is there a bullet, BB, or shrapnel in your body?'),
    'where',
    'Where in your body is it?',
    'Where',
  ),
  ...withDetail(
    risk('health', 'surgery', 'Surgery in the last 6 weeks', 'Have you had surgery in the last 6 weeks?'),
    'which',
    'Which surgery was it, and when?',
    'Which',
  ),
  risk('health', 'pregnant', 'Pregnant', 'Are you pregnant, or could you be?', { concerns: 'who may be pregnant' }),
  ...withDetail(
    risk('health', 'allergies', 'Allergies', 'Do you have any allergies?'),
    'which',
    'What are you allergic to?',
    'To',
  ),
  ...withDetail(
    risk(
      'contrast',
      'contrast_reaction',
      'Past reaction to contrast',
      'Have you ever had a reaction to contrast dye?',
      { hint: 'Contrast dye is injected for some X-ray, CT, and MRI scans.' },
    ),
    'what',
    'What happened?',
    'What happened',
  ),
  {
    id: 'contrast_planned',
    group: 'contrast',
    kind: 'yesNo',
    label: 'Contrast planned',
    text: 'Have you been told that this scan needs contrast dye?',
    hint: 'Most scans here need none. If no one has told you, leave it at No.',
    preset: 'no',
    flags: ['yes'],
  },
  risk('contrast', 'kidney', 'Kidney disease', 'Do you have kidney disease, or only one kidney?', {
    optional: true,
    when: { question: 'contrast_planned', is: ['yes'] },
  }),
  risk('contrast', 'breastfeeding', 'Breastfeeding', 'Are you breastfeeding?', {
    concerns: 'who may be pregnant',
    when: { question: 'contrast_planned', is: ['yes'] },
  }),
  risk('scan', 'claustrophobia', 'Claustrophobia', 'Are you afraid of tight spaces?', {
    hint: 'We can plan more time and help you to relax.',
  }),
  risk('scan', 'lie_still', 'Can lie still', 'Can you lie still on your back for 30 minutes?', {
    flags: ['no', 'unsure'],
  }),
  {
    id: 'weight',
    group: 'scan',
    kind: 'number',
    label: 'Weight',
    text: 'How much do you weigh, in pounds?',
    range: { least: 2, most: 1000, unit: 'lb' },
    limit: scannerWeightLimit,
  },
  {
    id: 'height',
    group: 'scan',
    kind: 'number',
    label: 'Height',
    text: 'How tall are you, in inches?',
    hint: '5 feet 6 inches is 66 inches.',
    optional: true,
    range: { least: 10, most: 100, unit: 'in' },
  },
  ...withDetail(
    risk(
      'wear',
      'skin',
      'Tattoos, piercings, patches',
      'Do you have tattoos, permanent makeup, piercings, or a medicine patch?',
    ),
    'which',
    'Which, and where?',
    'Which',
  ),
  risk('wear', 'removable', 'Hearing aids or dentures', 'Do you wear hearing aids or removable dentures?', {
    hint: 'You will take them out before the scan.',
  }),
]

/** Every version that was ever answered. */
export const questionnaires: Readonly<Record<number, readonly ScreeningQuestion[]>> = { 1: first }
export const questionnaireVersion = 1
export const questionsOf = (version: number) => questionnaires[version] ?? []

/** Whom a question about pregnancy is for; who is not known might be. */
export const mayBePregnant = ({ gender, age }: ScreeningFacts) =>
  gender !== 'Male' && (age === null || (age >= 12 && age <= 55))
const concernsThem = ({ concerns }: ScreeningQuestion, facts: ScreeningFacts) =>
  concerns === undefined || mayBePregnant(facts)

/** The questions that somebody is asked, given what is answered so far: a follow-up needs its answer, and that its question is asked. */
export const askedQuestions = (version: number, facts: ScreeningFacts, answers: ScreeningAnswers) => {
  const asked = new Set<string>()
  return questionsOf(version).filter((question) => {
    const { id, when } = question
    const follows = !when || (asked.has(when.question) && when.is.includes(answers[when.question] ?? ''))
    const isAsked = follows && concernsThem(question, facts)
    if (isAsked) asked.add(id)
    return isAsked
  })
}

export const presetAnswers = (version: number): ScreeningAnswers =>
  Object.fromEntries(questionsOf(version).flatMap(({ id, preset }) => (preset ? [[id, preset]] : [])))

const choices = { yesNo: ['yes', 'no'], yesNoUnsure: ['yes', 'no', 'unsure'] } as const
export const choicesOf = ({ kind }: ScreeningQuestion) =>
  kind === 'yesNo' || kind === 'yesNoUnsure' ? choices[kind] : null

/** The rule of one answer. The empty text is no answer. */
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

/** What somebody with these facts may answer: faults stand at the question's id, and what was not asked is left out. */
export const answersOf = (version: number, facts: ScreeningFacts) =>
  z.record(z.string(), z.unknown()).transform((given, context) => {
    const said = Object.fromEntries(
      Object.entries(given).flatMap(([id, value]) => (typeof value === 'string' ? [[id, value.trim()]] : [])),
    )
    const kept: ScreeningAnswers = {}
    for (const question of askedQuestions(version, facts, said)) {
      const { id } = question
      const { data, error } = answerRule(question).safeParse(Object.hasOwn(given, id) ? given[id] : undefined)
      if (error)
        context.addIssue({ code: 'custom', path: [id], message: error.issues[0]?.message ?? 'Please answer this' })
      else if (data) kept[id] = data
    }
    return kept
  })

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

/** Answers to read: each question with its follow-ups, what somebody has to look at first. */
export const answerLines = (version: number, answers: ScreeningAnswers): AnswerLine[] => {
  const answered = questionsOf(version).filter(({ id }) => answers[id])
  const read = (question: ScreeningQuestion) => ({
    id: question.id,
    label: question.label,
    answer: wordOf(question, answers[question.id] ?? ''),
  })
  // What has an answer of its own stands alone: kidney disease is no detail of a plan.
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

/** What somebody has to look at before the scan. */
export const alertsOf = (version: number, answers: ScreeningAnswers) =>
  answerLines(version, answers).flatMap((line) => (line.flagged ? [lineText(line)] : []))
