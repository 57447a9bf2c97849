import { type Args, listMyScans, type MyScan, siteDay } from '@fornix/contract'
import { useCall } from '../../platform/calls/api.ts'
import { useMyVisits } from '../../platform/calls/my-visits.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { siteDate } from '../../platform/language/site-time.ts'
import { useSession } from '../../platform/session/session.tsx'

/** A page of the patient's own scans, and what is known about their visits, past or future. */
export const useMyScans = (filters: Args<typeof listMyScans>['query'] = {}) => {
  const key = useSession()?.user.patient_id ?? ''
  const visits = useMyVisits()
  const query = useCall(listMyScans, { params: { key }, query: filters }, { enabled: key !== '', keepPrevious: true })
  const { appointments = [], time_zone = 'UTC' } = visits.query.data ?? {}
  const booked = appointments.filter(({ status }) => status === 'booked')
  const days = booked.map(({ start }) => siteDay(start, time_zone).replaceAll('-', ''))
  const ahead = booked.findLast(({ end }) => Date.parse(end) > serverNow())
  return {
    query,
    isReady: visits.isReady && !query.isLoading,
    wasBooked: ({ study_date }: MyScan) => days.includes(study_date),
    /** In words; empty if there is none. */
    nextVisit: ahead ? siteDate(ahead.start, time_zone) : '',
  }
}
