import type { StaffPatient } from '@fornix/contract'
import { hasRight } from '../../clinic/people/rights.ts'
import { isStale } from '../../clinic/records/field-changes.ts'
import { refuseFutureDay } from '../../clinic/records/not-future.ts'
import { reindexPatient } from '../../clinic/records/patient-record.ts'
import { staleError } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { changesIn, dayOf } from './edit.ts'
import { type PatientRecord, readPatient, staffView } from './record.ts'
import { areSearched, prepareSave } from './save.ts'

type Seen = { user: Caller; seesMedical: boolean }
export type View<V> = (seen: Seen, record: PatientRecord) => Promise<V>
export const viewOfStaff: View<StaffPatient> = async ({ seesMedical }, record) => staffView(record, seesMedical)

type Sent = {
  db: Db
  user: Caller
  audit: AuditNote
  commitWithNext?: () => void
  body: Record<string, unknown>
  request: { id: string }
  /** Sent by Undo. */
  isUndo?: boolean
}

/** Changes the record that a key names as a form sent it, unless somebody else has changed it since. */
export const updatePatientRecord = async <V extends object>(
  sender: Pick<Platform, 'config' | 'mail' | 'rateLimits'>,
  { db, user, audit, body, request, commitWithNext, isUndo = false }: Sent,
  key: string,
  view: View<V>,
) => {
  const [record, seesMedical] = await Promise.all([
    readPatient(db, key, { lock: true }),
    hasRight(db, user, 'see_medical'),
  ])
  audit.patient = record._id
  const seen = { user, seesMedical }
  const patient = await view(seen, record)
  const { changes, refuse } = changesIn(body, record, patient, user, seesMedical)
  if (isStale(body['version'], record.version))
    throw staleError('This record was changed while you were editing.', { patient })
  refuse()
  if (changes.dob) await refuseFutureDay(db, 'dob', dayOf(changes.dob))
  const save = await prepareSave(sender, db, { user, request: request.id, isUndo }, record, changes)
  const written = save()
  if (areSearched(changes)) {
    await written
    await reindexPatient(db, record._id)
  }
  commitWithNext?.()
  // In one message with the preceding writes, and after them.
  const [saved] = await Promise.all([readPatient(db, record._id), written])
  return { message: 'Patient updated successfully', patient: await view(seen, saved) }
}
