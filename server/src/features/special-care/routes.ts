import { getSpecialCare, markSpecialCare, pageAddresses, unmarkSpecialCare } from '@fornix/contract'
import { sql } from 'kysely'
import { notifyOtherAdmins } from '../../clinic/records/admin-notices.ts'
import { wouldOverwrite } from '../../clinic/records/field-changes.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { fullName } from '../../clinic/records/record-sql.ts'
import { staleError } from '../../platform/base/errors.ts'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import type { Platform } from '../../platform.ts'

const markOf = async (db: Db, patient: string) => {
  const { rows } = await sql<{ reason: string; by: string; at: string }>`
    select c.reason, ${fullName('v')} as by, ${wireTime('c.marked_at')} as at
      from special_care c join providers v on v.project_id = c.project_id and v.provider_id = c.marked_by
     where c.patient_id = ${patient}`.execute(db)
  return rows[0] ?? null
}

type Change = { from: string | null | undefined; wanted: string | null }
const refuseStale = async (db: Db, patient: string, { from, wanted }: Change) => {
  const current = await markOf(db, patient)
  if (wouldOverwrite({ from, current: current?.reason ?? null, wanted }))
    throw staleError('Someone else changed this while you were editing.', { current })
}

export const specialCareRoutes = ({ config }: Pick<Platform, 'config'>): Route[] => [
  onRecord(getSpecialCare, patientOfPath, async ({ db, located }) => ({ mark: await markOf(db, located.patient) })),

  onRecord(
    markSpecialCare,
    patientOfPath,
    async ({ db, user, located: { patient }, body: { reason, from }, audit }) => {
      audit.object = reason
      // Its row may not exist yet.
      await lockPatient(db, patient)
      await refuseStale(db, patient, { from, wanted: reason })
      await sql`
      insert into special_care (patient_id, reason, marked_by) values (${patient}, ${reason}, ${user.person})
      on conflict (project_id, patient_id)
      do update set reason = excluded.reason, marked_by = excluded.marked_by, marked_at = now()`.execute(db)
      return { message: 'This record is under special care.' }
    },
  ),

  onRecord(unmarkSpecialCare, patientOfPath, async ({ db, user, located: { patient }, body: { from }, audit }) => {
    await lockPatient(db, patient)
    await refuseStale(db, patient, { from, wanted: null })
    const removed = await db
      .deleteFrom('special_care')
      .where('patient_id', '=', patient)
      .returning('reason')
      .executeTakeFirst()
    audit.object = removed?.reason ?? ''
    // Otherwise, ending it, reading, and marking the record again would leave no trace that somebody is watching.
    if (removed)
      await notifyOtherAdmins(db, {
        user,
        item_type: 'special_care',
        patient,
        text: 'The special care of a record was ended',
        mail: {
          subject: 'The special care of a record was ended',
          body: `The special care of a record was ended.\n\nTo see who ended it, and for which record, open your notifications: ${config.publicUrl}${pageAddresses.notifications}`,
        },
      })
    return { message: 'This record is no longer under special care.' }
  }),
]
