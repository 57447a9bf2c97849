import { listMyScans, listScans, totalsOf } from '@fornix/contract'
import { findPatient } from '../../clinic/records/patient-record.ts'
import { notFound } from '../../platform/base/errors.ts'
import { type AuditNote, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { myScansOf, scansOf } from './queries.ts'

const patientOf = async ({ db, audit, params }: { db: Db; audit: AuditNote; params: { key: string } }) => {
  const found = await findPatient(db, params.key)
  if (!found) throw notFound()
  audit.patient = found.patient
  return found.patient
}

export const scanRoutes = (): Route[] => [
  onRecord(listMyScans, patientOf, async ({ db, located, query }) => {
    const { scans, total } = await myScansOf(db, located, query)
    return { scans, ...totalsOf(total, query.page_size) }
  }),
  onRecord(listScans, patientOf, async ({ db, located, query }) => {
    const { scans, total } = await scansOf(db, located, query)
    return { scans, ...totalsOf(total, query.page_size) }
  }),
]
