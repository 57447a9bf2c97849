import type { Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'

type Reader = { project: string; patient: string | null }

/** The words of what is written to a patient. Staff read English. */
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

/** What a patient reads who has not said so: the language in which the page was shown. */
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
