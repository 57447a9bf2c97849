import { answerLines, keysOf, lineText, type ScreeningAnswers } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

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

const meant = (version: number, answers: ScreeningAnswers) => ({
  pregnant_or_nursing: pregnantOrNursing(answers),
  previous_history: answerLines(version, answers)
    .filter(({ id, flagged }) => flagged && history.has(id))
    .map(lineText)
    .join('\n')
    .slice(0, maxText),
})

/** Fills empty fields of the medical information that mean the same; returns which. What somebody wrote stays. */
export const fillMedical = async (db: Db, patient: string, version: number, answers: ScreeningAnswers) => {
  const found = meant(version, answers)
  const now = await db
    .selectFrom('patients')
    .select(keysOf(found))
    .where('patient_id', '=', patient)
    .executeTakeFirstOrThrow()
  const empty = keysOf(found).filter((name) => found[name] !== '' && now[name].trim() === '')
  if (empty.length > 0)
    await db
      .updateTable('patients')
      .set({ ...Object.fromEntries(empty.map((name) => [name, found[name]])), updated_at: sql<string>`now()` })
      .where('patient_id', '=', patient)
      .execute()
  return empty
}
