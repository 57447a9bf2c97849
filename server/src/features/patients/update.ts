import type { StaffPatient } from '@fornix/contract'
import { isStale } from '../../clinic/records/field-changes.ts'
import { conflict } from '../../platform/base/errors.ts'
import { hasRight } from '../../platform/calls/rights.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { changesIn } from './edit.ts'
import { type PatientRecord, readPatient, staffView } from './record.ts'
import { savePatient } from './save.ts'

type Seen = { db: Db; user: Caller }
export type View<V> = (seen: Seen, record: PatientRecord) => Promise<V>
export const viewOfStaff: View<StaffPatient> = async ({ db, user }, record) =>
  staffView(record, await hasRight(db, user, 'see_medical'))

type Sent = Seen & { body: Record<string, unknown>; request: { id: string } }

/** Changes a record as a form sent it, unless somebody else has changed it since. */
export const updatePatientRecord = async <V extends object>(
  sender: Pick<Platform, 'config' | 'mail' | 'rateLimits'>,
  { db, user, body, request }: Sent,
  id: string,
  view: View<V>,
) => {
  const record = await readPatient(db, id, { lock: true })
  const seen = { db, user }
  const patient = await view(seen, record)
  const { changes, refuse } = changesIn(body, record, patient, user, await hasRight(db, user, 'see_medical'))
  if (isStale(body['version'], record.version))
    throw conflict('Someone else changed this record while you were editing.', 'stale', { patient })
  refuse()
  await savePatient(sender, db, { user, request: request.id }, record, changes)
  return { message: 'Patient updated successfully', patient: await view(seen, await readPatient(db, id)) }
}
