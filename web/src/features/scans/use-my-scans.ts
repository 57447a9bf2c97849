import { type Args, listMyScans, type MyScan, siteDay } from '@fornix/contract'
import { useCall } from '../../platform/calls/api.ts'
import { useMyVisits } from '../../platform/calls/my-visits.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { siteDate } from '../../platform/language/site-time.ts'
import { useSession } from '../../platform/session/session.tsx'

/** A page of one's own scans, and what is known of the visits at which they were or will be taken. */
export const useMyScans = (asked: Args<typeof listMyScans>['query'] = {}) => {
  const key = useSession()?.user.patient_id ?? ''
  const visits = useMyVisits()
  const query = useCall(listMyScans, { params: { key }, query: asked }, { enabled: key !== '', keepPrevious: true })
  const { appointments = [], time_zone = 'UTC' } = visits.query.data ?? {}
  const booked = appointments.filter(({ status }) => status === 'booked')
  const days = booked.map(({ start }) => siteDay(start, time_zone).replaceAll('-', ''))
  const ahead = booked.findLast(({ end }) => Date.parse(end) > serverNow())
  return {
    query,
    isReady: visits.isReady && !query.isLoading,
    wasBooked: ({ study_date }: MyScan) => days.includes(study_date),
    /** In words; empty where none is ahead. */
    nextVisit: ahead ? siteDate(ahead.start, time_zone) : '',
  }
}
