/** Days and times as people at the project's site read them, whatever the machine's or the reader's zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formatter = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = JSON.stringify([locale, options])
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, format)
  return format
}
const english = 'en-US'
const written = (value: string | Date, options: Intl.DateTimeFormatOptions, locale: string) =>
  formatter(locale, options).format(new Date(value)).replaceAll('\u202f', ' ')
const partOf = (
  value: string | Date,
  options: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
  locale = english,
) =>
  formatter(locale, options)
    .formatToParts(new Date(value))
    .find((part) => part.type === type)?.value ?? ''

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** `2026-11-25`, the day at the site. */
export const siteDay = (at: string | Date, timeZone: string) =>
  formatter('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at))
/** `15:30`, which sorts. */
export const siteClock = (at: string | Date, timeZone: string) =>
  formatter('sv-SE', { timeZone, timeStyle: 'short' }).format(new Date(at))
/** When clocks go back, they show this time twice. */
const isRepeated = (at: string | Date, timeZone: string) =>
  [-hourMs, hourMs].some(
    (step) => siteClock(new Date(new Date(at).getTime() + step), timeZone) === siteClock(at, timeZone),
  )
/** `10:30 AM`; `1:30 AM EST` if there is a `1:30 AM EDT`, too. */
export const siteTime = (at: string | Date, timeZone: string, locale = english) => {
  const time = written(at, { timeZone, timeStyle: 'short' }, locale)
  return isRepeated(at, timeZone) ? `${time} ${zoneMark(at, timeZone)}` : time
}
/** `Nov 25, 2026, 10:30:07 AM` */
export const siteMoment = (at: string | Date, timeZone: string) =>
  written(at, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }, english)
/** `Nov 25, 2026` */
export const siteDate = (at: string | Date, timeZone: string, locale = english) =>
  written(at, { timeZone, dateStyle: 'medium' }, locale)
/** `Wed, Nov 25` */
export const siteShortDay = (at: string | Date, timeZone: string, locale = english) =>
  written(at, { timeZone, weekday: 'short', month: 'short', day: 'numeric' }, locale)
/** `Wednesday, November 25, 2026` */
export const siteLongDay = (at: string | Date, timeZone: string, locale = english) =>
  written(at, { timeZone, dateStyle: 'full' }, locale)
/** `Wednesday, November 25` for a day such as `2026-11-25`. */
export const dayName = (day: string, locale = english) =>
  written(`${day}T12:00:00Z`, { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' }, locale)

/** The day this many days later. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
/** The same day a year later; March 1 after a February 29. */
export const aYearAfter = (day: string) => {
  const date = new Date(day)
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.toISOString().slice(0, 10)
}
/** The Sunday that begins a day's week, as on US calendars. */
export const weekOf = (day: string) => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())

/** `EST`: which of two equal clock times, on the night when clocks go back. */
export const zoneMark = (at: string | Date, timeZone: string) =>
  partOf(at, { timeZone, timeZoneName: 'short' }, 'timeZoneName')
/** `Eastern Standard Time`, as it is at that moment. */
export const zoneAt = (at: string | Date, timeZone: string, locale = english) =>
  partOf(at, { timeZone, timeZoneName: 'long' }, 'timeZoneName', locale)
/** `Eastern Time`, all year round. */
export const zoneName = (timeZone: string, locale = english) =>
  partOf(new Date(), { timeZone, timeZoneName: 'longGeneric' }, 'timeZoneName', locale)

/** By name: PostgreSQL takes `+05:30` for a place that far west of Greenwich. */
export const isTimeZone = (name: string) => {
  try {
    return /^[A-Za-z]/.test(name) && formatter('en-US', { timeZone: name }) instanceof Object
  } catch {
    return false
  }
}
