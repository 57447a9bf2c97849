import { getPatientSummary } from '@fornix/contract'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { hasRight } from '../../platform/calls/rights.ts'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import { summaryOf } from './queries.ts'

export const patientSummaryRoutes = (): Route[] => [
  onRecord(getPatientSummary, patientOfPath, async ({ db, user, located: { patient } }) =>
    summaryOf(db, patient, { reader: user.person, seesMedical: await hasRight(db, user, 'see_medical') }),
  ),
]
