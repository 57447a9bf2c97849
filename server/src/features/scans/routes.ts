import { listMyScans, listScans, totalsOf } from '@fornix/contract'
import type { Db } from '../../platform/db.ts'
import { notFound } from '../../platform/errors.ts'
import { findPatient } from '../../platform/patient-record.ts'
import { type AuditNote, onRecord, type Route } from '../../platform/route.ts'
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
