import { getPatientSummary } from '@fornix/contract'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { hasRightTo } from '../../platform/calls/rights.ts'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import { summaryOf } from './queries.ts'

export const patientSummaryRoutes = (): Route[] => [
  onRecord(getPatientSummary, patientOfPath, async ({ db, user, located: { patient }, audit }) =>
    summaryOf(db, patient, { reader: user.person, seesMedical: await hasRightTo(db, user, audit) }),
  ),
]
