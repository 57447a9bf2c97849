import { notFound } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'

/**
 * What is decided about a patient follows one after the other: two bookings at once, or new answers while somebody reviews the
 * old ones. For who was deleted while this waited nothing is decided.
 */
export const lockPatient = async (db: Db, patient: string) => {
  const living = await db
    .selectFrom('patients')
    .select('patient_id')
    .where('patient_id', '=', patient)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!living) throw notFound()
}
