import * as english from '@fornix/contract'
import { locale } from './language.ts'

/** `10:30 AM`, as the reader writes it; so with the others. */
export const siteTime = (at: string | Date, timeZone: string) => english.siteTime(at, timeZone, locale)
export const siteDate = (at: string | Date, timeZone: string) => english.siteDate(at, timeZone, locale)
export const siteShortDay = (at: string | Date, timeZone: string) => english.siteShortDay(at, timeZone, locale)
export const siteLongDay = (at: string | Date, timeZone: string) => english.siteLongDay(at, timeZone, locale)
export const dayName = (day: string) => english.dayName(day, locale)
export const zoneName = (timeZone: string) => english.zoneName(timeZone, locale)
