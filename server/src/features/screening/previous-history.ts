import { answerLines, lineText, type ScreeningAnswers } from '@fornix/contract'

// The specification's field of the previous history also covers these; allergies and the like are no part of it.
const questions = new Set([
  'pacemaker',
  'aneurysm_clip',
  'ear_implant',
  'neurostimulator',
  'pump',
  'other_implant',
  'eye_metal',
  'shrapnel',
  'surgery',
])
const maxText = 5000
const fits = (lines: string[]) => lines.join('\n').length <= maxText

/** The day is one such as `Nov 25, 2026`. */
export type Filled = { questionnaire: number; answers: ScreeningAnswers; day: string }

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
/** Implants first, as they are asked. */
const findings = ({ questionnaire, answers, day }: Filled) =>
  answerLines(questionnaire, answers)
    .filter(({ id, flagged }) => flagged && questions.has(id))
    .map((line) => {
      const typed = lineText(line)
      const text = inOneLine(typed)
      const short = `${line.label}: ${line.answer} (details under MRI safety)`
      return {
        question: line.id,
        label: line.label,
        typed,
        text,
        brief: short.length < text.length ? short : text,
        day,
      }
    })
type Finding = ReturnType<typeof findings>[number]

const withDay = (text: string, day: string) => `${text}, answered ${day}`
const dayAtEnd = /, answered [A-Z][a-z]{2} \d{1,2}, \d{4}$/
const isLineOf = (line: string, { text, brief }: Finding) => [text, brief].includes(line.replace(dayAtEnd, ''))

/**
 * A brief line stands for one answer: with a day for the one of that day, else for the first that is as brief. Different ones would
 * otherwise count as the same.
 */
const isCopyOf = (line: string, { text, brief }: Finding, all: Finding[]) => {
  if (line.replace(dayAtEnd, '') === text) return true
  const alike = all.filter((one) => one.brief === brief)
  return line === brief
    ? alike[0]?.text === text
    : alike.some((one) => one.text === text && line === withDay(brief, one.day))
}

type Line = { line: string; question: string | undefined }
/** Null: somebody wrote in it. */
const filledLines = (current: string, found: Finding[]) => {
  // Earlier versions kept the line breaks that somebody had typed in an answer.
  const stored = found.reduce((history, { typed, text }) => history.replace(typed, () => text), current)
  const lines = stored
    .split('\n')
    .filter((line) => line.trim())
    .map((line): Line => ({ line, question: found.find((finding) => isLineOf(line, finding))?.question }))
  return lines.every(({ question }) => question !== undefined) ? lines : null
}

/** What the lines lack: with its day beside another answer to its question, and if staff have removed the same answer. */
const lackingIn = (lines: Line[], found: Finding[], earlier: Finding[] = []) =>
  found
    .filter((finding) => !lines.some(({ line }) => isCopyOf(line, finding, [...earlier, ...found])))
    .map((finding) => {
      const { question, text, brief, day } = finding
      const isAnother = lines.some((line) => line.question === question)
      const isAgain = earlier.some((one) => one.text === text)
      return isAnother || isAgain ? { ...finding, text: withDay(text, day), brief: withDay(brief, day) } : finding
    })

/** Each briefly before details of any, so that a long answer keeps no other one out. */
const withFindings = (lines: string[], found: Finding[]) => {
  let after = lines
  for (const { brief } of found) if (fits([...after, brief])) after = [...after, brief]
  for (const { brief, text } of found) {
    const detailed = after.map((line) => (line === brief ? text : line))
    if (fits(detailed)) after = detailed
  }
  return after
}

/**
 * A questionnaire adds, and takes nothing away: a vaguer or different answer stands beside the earlier one, and a person decides. Beside
 * what somebody wrote nothing is added.
 */
export const historyAfter = (current: string, earlier: Filled[], newest: Filled) => {
  const [before, found] = [earlier.flatMap(findings), findings(newest)]
  const filled = filledLines(current, [...before, ...found])
  if (!filled) return current
  const lines = filled.map(({ line }) => line)
  return withFindings(lines, lackingIn(filled, found, before)).join('\n')
}

/** Labels of what a full history could not take and, if somebody wrote in it, of the newest answers that it lacks. */
export const notCopied = (current: string, screenings: Filled[]) => {
  const found = screenings.flatMap(findings)
  const filled = filledLines(current, found)
  const lines = filled?.map(({ line }) => line) ?? []
  const left = filled
    ? lackingIn(filled, found).filter(({ brief }) => !fits([...lines, brief]))
    : screenings
        .slice(-1)
        .flatMap(findings)
        .filter(({ text, brief }) => !current.includes(text) && !current.includes(brief))
  return [...new Set(left.map(({ label }) => label))]
}
