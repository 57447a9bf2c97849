import type { Db } from '../../platform/database/db.ts'

/** A record and those merged into it: what happened to one of these happened to it. */
export const withMerged = async (db: Db, patient: string) => {
  const merged = await db
    .selectFrom('record_merges')
    .select('merged_id')
    .where('patient_id', '=', patient)
    .where('undone_at', 'is', null)
    .execute()
  return [patient, ...merged.map(({ merged_id }) => merged_id)]
}
