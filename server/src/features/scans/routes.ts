import { listMyScans, listScans, totalsOf } from '@fornix/contract'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import { contactOf, myScansOf, scansOf } from './queries.ts'

export const scanRoutes = (): Route[] => [
  onRecord(listMyScans, patientOfPath, async ({ db, user, located, query }) => {
    const { scans, total } = await myScansOf(db, user, located.patient, query)
    return { scans, contact: await contactOf(db), ...totalsOf(total, query.page_size) }
  }),
  onRecord(listScans, patientOfPath, async ({ db, located, query }) => {
    const { scans, total } = await scansOf(db, located.patient, query)
    return { scans, ...totalsOf(total, query.page_size) }
  }),
]
