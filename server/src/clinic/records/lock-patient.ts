import { notFound } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'

/**
 * Decisions about a patient follow one another: two simultaneous bookings, or new answers while somebody reviews the old ones.
 * For a patient deleted during the wait, nothing is decided.
 */
export const lockPatient = async (db: Db, patient: string) => {
  const existing = await db
    .selectFrom('patients')
    .select('patient_id')
    .where('patient_id', '=', patient)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!existing) throw notFound()
}
