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

type Seen = { user: Caller; seesMedical: boolean }
export type View<V> = (seen: Seen, record: PatientRecord) => Promise<V>
export const viewOfStaff: View<StaffPatient> = async ({ seesMedical }, record) => staffView(record, seesMedical)

type Sent = {
  db: Db
  user: Caller
  commitWithNext?: () => void
  body: Record<string, unknown>
  request: { id: string }
  /** Sent by Undo. */
  isUndo?: boolean
}

/** Changes a record as a form sent it, unless somebody else has changed it since. */
export const updatePatientRecord = async <V extends object>(
  sender: Pick<Platform, 'config' | 'mail' | 'rateLimits'>,
  { db, user, body, request, commitWithNext, isUndo = false }: Sent,
  id: string,
  view: View<V>,
) => {
  const [record, seesMedical] = await Promise.all([
    readPatient(db, id, { lock: true }),
    hasRight(db, user, 'see_medical'),
  ])
  const seen = { user, seesMedical }
  const patient = await view(seen, record)
  const { changes, refuse } = changesIn(body, record, patient, user, seesMedical)
  if (isStale(body['version'], record.version))
    throw conflict('Someone else changed this record while you were editing.', 'stale', { patient })
  refuse()
  await savePatient(sender, db, { user, request: request.id, isUndo }, record, changes)
  commitWithNext?.()
  return { message: 'Patient updated successfully', patient: await view(seen, await readPatient(db, id)) }
}
