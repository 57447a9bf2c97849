import { answerLines, keysOf, lineText, type ScreeningAnswers } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { todayOf } from '../../platform/database/sql-time.ts'

// The specification's field of the previous history also covers these; allergies and the like are no part of it.
const history = new Set([
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

/** One field holds two questions: a no to only one of them does not answer it. */
const pregnantOrNursing = ({ pregnant, breastfeeding }: ScreeningAnswers) =>
  pregnant === 'yes' || breastfeeding === 'yes' ? 'Y' : pregnant === 'no' && breastfeeding === 'no' ? 'N' : ''

type Filled = { questionnaire: number; answers: ScreeningAnswers }
const findings = ({ questionnaire, answers }: Filled) =>
  answerLines(questionnaire, answers)
    .filter(({ id, flagged }) => flagged && history.has(id))
    .map((line) => ({ question: line.id, text: lineText(line) }))
// Staff have removed what the history no longer has, or wrote beside it.
const again = (day: string) => `, reported again on ${day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')}`
const withoutAgain = (text: string) => text.replace(/, reported again on \d\d\/\d\d\/\d{4}$/, '')
const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

/** A questionnaire takes back a no, and never a warning: that is for the person who reads the record. */
const pregnantAfter = (current: string, earlier: Filled[], newest: Filled) => {
  const found = pregnantOrNursing(newest.answers)
  if (current === '') return found
  const isFilledNo = current === 'N' && earlier.some(({ answers }) => pregnantOrNursing(answers) === 'N')
  const isUnsure = newest.answers['pregnant'] === 'unsure' || newest.answers['breastfeeding'] === 'unsure'
  return isFilledNo && (found === 'Y' || isUnsure) ? found : current
}

/**
 * Each line follows the newest answer to its question. What is no longer reported stays, and so does all that somebody wrote: beside it
 * nothing is added. What was removed and is reported as before comes back with the day.
 */
const historyAfter = (current: string, earlier: Filled[], newest: Filled, day: string) => {
  const known = earlier.flatMap(findings)
  // Earlier versions kept the line breaks that somebody had typed in an answer.
  const stored = known.reduce((text, finding) => text.replace(finding.text, () => inOneLine(finding.text)), current)
  const lines = stored
    .split('\n')
    .filter((text) => text.trim())
    .map((text) => ({
      text,
      question: known.find((finding) => inOneLine(finding.text) === withoutAgain(text))?.question,
    }))
  if (lines.some(({ question }) => question === undefined)) return current
  for (const { question, text } of findings(newest)) {
    const line = inOneLine(text)
    const same = lines.find((one) => one.question === question)
    const isAgain = known.some((finding) => inOneLine(finding.text) === line)
    if (!same) lines.push({ question, text: isAgain ? line + again(day) : line })
    else if (withoutAgain(same.text) !== line) same.text = line
  }
  const after = lines.map(({ text }) => text).join('\n')
  return after.length > maxText ? current : after
}

type Screening = Filled & { patient: string; screening_id: string }
const earlierOf = (db: Db, { patient, screening_id }: Screening) =>
  db
    .selectFrom('screenings')
    .select(['questionnaire', 'answers'])
    .$castTo<Filled>()
    .where('patient_id', '=', patient)
    .where('screening_id', '!=', screening_id)
    .execute()

/** Fills the fields of the medical information that mean the same, as far as questionnaires filled them before; returns which. */
export const fillMedical = async (db: Db, screening: Screening) => {
  const { patient } = screening
  const current = await db
    .selectFrom('patients')
    .select(['pregnant_or_nursing', 'previous_history'])
    .where('patient_id', '=', patient)
    .executeTakeFirstOrThrow()
  const earlier = await earlierOf(db, screening)
  const after = {
    pregnant_or_nursing: pregnantAfter(current.pregnant_or_nursing.trim(), earlier, screening),
    previous_history: historyAfter(current.previous_history, earlier, screening, await todayOf(db)),
  }
  const filled = keysOf(after).filter((name) => after[name] !== current[name])
  if (filled.length > 0)
    await db
      .updateTable('patients')
      .set({ ...Object.fromEntries(filled.map((name) => [name, after[name]])), updated_at: sql<string>`now()` })
      .where('patient_id', '=', patient)
      .execute()
  return filled
}
