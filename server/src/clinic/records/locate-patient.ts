import { notFound } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { findPatient } from './patient-record.ts'

type Locating = { db: Db; audit: AuditNote }

/** The record that a key names, noted in the call's audit row. 404 if the caller's scope has none: a patient's has only their own. */
export const locatePatient = async ({ db, audit }: Locating, key: string, find = findPatient) => {
  const found = await find(db, key)
  if (!found) throw notFound()
  audit.patient = found.patient
  return found
}

/** The same for a path that ends in the key. */
export const patientOfPath = (context: Locating & { params: { key: string } }) =>
  locatePatient(context, context.params.key)
