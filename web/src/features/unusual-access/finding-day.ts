import { dayMs, siteDate, siteShortDay, type UnusualAccess } from '@fornix/contract'
import { serverNow } from '../../platform/http/server-clock.ts'

/** Cases that wait are listed whatever their date: one of another year says which. */
export const findingDay = ({ first_at }: UnusualAccess, timeZone: string) =>
  (serverNow() - Date.parse(first_at) > 330 * dayMs ? siteDate : siteShortDay)(first_at, timeZone)
