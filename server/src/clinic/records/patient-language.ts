import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'

type Reader = { project: string; patient: string | null }

/** The texts for what is written to a patient. Staff read English. */
export const wordsFor = async (db: Db, { project, patient }: Reader) => {
  if (!patient) return wordsIn()
  const reader = await db
    .selectFrom('patients')
    .select('language')
    .where('project_id', '=', project)
    .where('patient_id', '=', patient)
    .executeTakeFirst()
  return wordsIn(reader?.language)
}

/** The language of a patient who has not chosen one: that of the page they were shown. */
export const noteLanguage = async (db: Db, { project, patient }: Reader, language: string) => {
  if (!patient) return
  await db
    .updateTable('patients')
    .set({ language })
    .where('project_id', '=', project)
    .where('patient_id', '=', patient)
    .where('language', '=', '')
    .execute()
}
