import { getMyScreening, type ResponseOf } from '@fornix/contract'
import { useCall } from '../../platform/calls/api.ts'
import { siteShortDay, siteTime } from '../../platform/language/site-time.ts'
import { t } from '../../platform/language/t.ts'
import { useSession } from '../../platform/session/session.tsx'

export type MyScreening = ResponseOf<typeof getMyScreening>

export const useMyScreening = () => {
  const key = useSession()?.user.patient_id ?? ''
  return { key, query: useCall(getMyScreening, { params: { key } }, { enabled: key !== '' }) }
}

/** The visit that needs answers, as date and time at the site; nothing if none does. */
export const neededDay = (screening: MyScreening | undefined) => {
  if (!screening?.needed_for) return undefined
  const { needed_for, time_zone } = screening
  return t('{day} at {time}', { day: siteShortDay(needed_for, time_zone), time: siteTime(needed_for, time_zone) })
}
