import { keysOf, type ScreeningAnswers } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { type Filled, historyAfter } from './previous-history.ts'
import { fillableOf } from './queries.ts'

/** One field holds two questions: a no to only one of them does not answer it. */
const pregnantOrNursing = ({ pregnant, breastfeeding }: ScreeningAnswers) =>
  pregnant === 'yes' || breastfeeding === 'yes' ? 'Y' : pregnant === 'no' && breastfeeding === 'no' ? 'N' : ''

/**
 * A questionnaire takes back a no, and never a warning: that is for the person who reads the record. A no that a questionnaire also gave
 * counts as filled, whoever wrote it last: asking again is safe.
 */
const pregnantAfter = (current: string, earlier: Filled[], newest: Filled) => {
  const found = pregnantOrNursing(newest.answers)
  if (current === '') return found
  const isFilledNo = current === 'N' && earlier.some(({ answers }) => pregnantOrNursing(answers) === 'N')
  const isUnsure = newest.answers['pregnant'] === 'unsure' || newest.answers['breastfeeding'] === 'unsure'
  return isFilledNo && (found === 'Y' || isUnsure) ? found : current
}

/** Fills the fields of the medical information that mean the same, after new answers; returns which. */
export const fillMedical = async (db: Db, patient: string, screening: string) => {
  const { screenings, ...current } = await fillableOf(db, patient)
  const newest = screenings.find(({ screening_id }) => screening_id === screening)
  if (!newest) return []
  const earlier = screenings.filter((one) => one !== newest)
  const after = {
    pregnant_or_nursing: pregnantAfter(current.pregnant_or_nursing.trim(), earlier, newest),
    previous_history: historyAfter(current.previous_history, earlier, newest),
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
