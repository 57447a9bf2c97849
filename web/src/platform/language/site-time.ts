import * as english from '@fornix/contract'
import { locale } from './language.ts'
import { t } from './t.ts'

/** By the English name: these are what people in the United States say in other languages, where Intl has words used elsewhere. */
const names: Record<string, string> = {
  'Eastern Time': t('Eastern Time'),
  'Central Time': t('Central Time'),
  'Mountain Time': t('Mountain Time'),
  'Pacific Time': t('Pacific Time'),
}
const cities: Record<string, string> = { 'New York': t('New York') }

/** `10:30 AM`, in the reader's format; likewise below. */
export const siteTime = (at: string | Date, timeZone: string) => english.siteTime(at, timeZone, locale)
export const siteDate = (at: string | Date, timeZone: string) => english.siteDate(at, timeZone, locale)
export const siteShortDay = (at: string | Date, timeZone: string) => english.siteShortDay(at, timeZone, locale)
export const siteLongDay = (at: string | Date, timeZone: string) => english.siteLongDay(at, timeZone, locale)
export const dayName = (day: string) => english.dayName(day, locale)
export const zoneName = (timeZone: string) => names[english.zoneName(timeZone)] ?? english.zoneName(timeZone, locale)
/** `New York` for `America/New_York`. */
export const zoneCity = (timeZone: string) => {
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return cities[city] ?? city
}
