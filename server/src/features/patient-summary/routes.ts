import { getPatientSummary, openedInEmergency } from '@fornix/contract'
import { hasRight, hasRightTo } from '../../clinic/people/rights.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { onRecord, type Route } from '../../platform/calls/route.ts'
import { summaryOf } from './queries.ts'

export const patientSummaryRoutes = (): Route[] => [
  onRecord(
    getPatientSummary,
    async (context) => {
      const { db, user, audit } = context
      const [{ patient }, mayAlways] = await Promise.all([
        patientOfPath(context),
        hasRight(db, user, openedInEmergency),
      ])
      return { patient, seesMedical: mayAlways || (await hasRightTo(db, user, audit)) }
    },
    ({ db, user, located: { patient, seesMedical }, commitWithNext }) => {
      commitWithNext()
      return summaryOf(db, patient, { reader: user.person, seesMedical })
    },
  ),
]
