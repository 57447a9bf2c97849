import { listMyScans, listScans, totalsOf } from '@fornix/contract'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import { contactOf, myScansOf, scansOf } from './queries.ts'

export const scanRoutes = (): Route[] => [
  onRecord(listMyScans, patientOfPath, async ({ db, user, located, query, commitWithNext }) => {
    commitWithNext()
    const [{ scans, total }, contact] = await Promise.all([myScansOf(db, user, located.patient, query), contactOf(db)])
    return { scans, contact, ...totalsOf(total, query.page_size) }
  }),
  onRecord(listScans, patientOfPath, async ({ db, located, query, commitWithNext }) => {
    commitWithNext()
    const { scans, total } = await scansOf(db, located.patient, query)
    return { scans, ...totalsOf(total, query.page_size) }
  }),
]
