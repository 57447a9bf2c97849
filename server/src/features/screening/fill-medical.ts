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

type Filled = { questionnaire: number; answers: ScreeningAnswers }
const medicalOf = ({ questionnaire, answers }: Filled) => ({
  pregnant_or_nursing: pregnantOrNursing(answers),
  previous_history: answerLines(questionnaire, answers)
    .filter(({ id, flagged }) => flagged && history.has(id))
    .map(lineText)
    .join('\n')
    .slice(0, maxText),
})

type Field = keyof ReturnType<typeof medicalOf>
type Screening = Filled & { patient: string; screening_id: string }
const othersOf = (db: Db, { patient, screening_id }: Screening) =>
  db
    .selectFrom('screenings')
    .select(['questionnaire', 'answers'])
    .$castTo<Filled>()
    .where('patient_id', '=', patient)
    .where('screening_id', '!=', screening_id)
    .execute()

/**
 * Fills the fields of the medical information that mean the same and are empty, or as an earlier questionnaire filled them; returns which.
 * What somebody wrote stays.
 */
export const fillMedical = async (db: Db, screening: Screening) => {
  const { patient } = screening
  const found = medicalOf(screening)
  const current = await db
    .selectFrom('patients')
    .select(keysOf(found))
    .where('patient_id', '=', patient)
    .executeTakeFirstOrThrow()
  const earlier = (await othersOf(db, screening)).map(medicalOf)
  const isOurs = (name: Field) => current[name].trim() === '' || earlier.some((one) => one[name] === current[name])
  // A finding that is no longer reported stays for whoever reads the record to remove.
  const isSaid = (name: Field) => found[name] !== '' || name === 'pregnant_or_nursing'
  const filled = keysOf(found).filter((name) => isSaid(name) && found[name] !== current[name] && isOurs(name))
  if (filled.length > 0)
    await db
      .updateTable('patients')
      .set({ ...Object.fromEntries(filled.map((name) => [name, found[name]])), updated_at: sql<string>`now()` })
      .where('patient_id', '=', patient)
      .execute()
  return filled
}
