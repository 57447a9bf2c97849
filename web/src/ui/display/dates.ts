import { locale } from '../../platform/language/language.ts'

/** Date and time of an ISO time stamp in the reader's own time zone, in the specification's format. */
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

/** Formats dates for the reader's language. The format is created on first use: all of them together would delay every page on a phone. */
export const dateFormatter = (options: Intl.DateTimeFormatOptions, inLocale = locale) => {
  let format: Intl.DateTimeFormat | undefined
  return (iso: string) => {
    const date = valid(iso)
    if (!date) return ''
    format ??= new Intl.DateTimeFormat(inLocale, options)
    return format.format(date).replace('\u202f', ' ')
  }
}

/** `9:05:07 AM`: a timestamp below its day. */
export const formatTime = dateFormatter({ hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true })

/** `Saturday, February 14, 2026` */
export const formatLongDay = dateFormatter({ dateStyle: 'full' })

/** `Feb 14, 2026, 9:05:07 AM`: a timestamp, which has seconds by the specification, for patients, too. */
export const formatDateTime = dateFormatter({ dateStyle: 'medium', timeStyle: 'medium' })

/** `Feb 14, 2026, 9:05 AM` */
export const formatDayAndMinute = dateFormatter({ dateStyle: 'medium', timeStyle: 'short' })

/** `Feb 14, 2026` */
export const formatMediumDay = dateFormatter({ dateStyle: 'medium' })

/** For a file: `2026-02-14`, the specification's format, in English; other languages use words. */
export const formatFileDay = (iso: string) => (locale.startsWith('en') ? formatDay(iso) : formatMediumDay(iso))
