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

/** Writes dates by the reader's language. The format is made with the first: all of them together would hold up every page of a phone. */
export const dateFormatter = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined
  return (iso: string) => {
    const date = valid(iso)
    if (!date) return ''
    format ??= new Intl.DateTimeFormat(locale, options)
    return format.format(date).replace('\u202f', ' ')
  }
}

/** `9:05:07 AM` */
export const formatTime = dateFormatter({ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true })

/** `Saturday, February 14, 2026` */
export const formatLongDay = dateFormatter({ dateStyle: 'full' })

/** `Feb 14, 2026, 9:05:07 AM` */
export const formatDateTime = dateFormatter({ dateStyle: 'medium', timeStyle: 'medium' })

/** `Feb 14, 2026, 9:05 AM` */
export const formatDayAndMinute = dateFormatter({ dateStyle: 'medium', timeStyle: 'short' })

/** `Feb 14, 2026` */
export const formatMediumDay = dateFormatter({ dateStyle: 'medium' })

/** Of a file: `2026-02-14`, as the specification writes for readers of English; others read it in their own words. */
export const formatFileDay = (iso: string) => (locale.startsWith('en') ? formatDay(iso) : formatMediumDay(iso))
