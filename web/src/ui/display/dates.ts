import { locale } from '../../platform/language/language.ts'

/** Day and time of an ISO time stamp in the reader's own time zone, as the specification writes them. */
const valid = (iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : date
}
const two = (part: number) => String(part).padStart(2, '0')

/** `2026-02-14` */
export const formatDay = (iso: string) => {
  const date = valid(iso)
  return date ? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}` : ''
}

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true })
/** `9:05:07 AM` */
export const formatTime = (iso: string) => {
  const date = valid(iso)
  return date ? clock.format(date).replace('\u202f', ' ') : ''
}

const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
/** `Saturday, February 14, 2026` */
export const formatLongDay = (iso: string) => {
  const date = valid(iso)
  return date ? longDay.format(date) : ''
}

/** Of a file: `2026-02-14`, as the specification writes for readers of English; others read it in their own words. */
export const formatFileDay = (iso: string) => (locale.startsWith('en') ? formatDay(iso) : formatMediumDay(iso))

const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
/** `Feb 14, 2026, 9:05:07 AM` */
export const formatDateTime = (iso: string) => {
  const date = valid(iso)
  return date ? dayAndTime.format(date).replace('\u202f', ' ') : ''
}

const dayAndMinute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
/** `Feb 14, 2026, 9:05 AM` */
export const formatDayAndMinute = (iso: string) => {
  const date = valid(iso)
  return date ? dayAndMinute.format(date).replace('\u202f', ' ') : ''
}

const mediumDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
/** `Feb 14, 2026` */
export const formatMediumDay = (iso: string) => {
  const date = valid(iso)
  return date ? mediumDay.format(date) : ''
}
