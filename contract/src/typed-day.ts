import { nowMs } from './clock.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const year = '(?<year>\\d{4}|\\d{2})'
const nth = '(?:st|nd|rd|th)?'

/** How people write a day: 1986-04-17 · 04-17-1986, 4/17/86, 4.17.1986 · 04171986 · 17 Apr 1986 · April 17, 1986 */
export const dayForms = [
  '(?<year>\\d{4})[-/.](?<one>\\d{1,2})[-/.](?<two>\\d{1,2})',
  `(?<one>\\d{1,2})([-/.])(?<two>\\d{1,2})\\2${year}`,
  '(?<one>\\d{2})(?<two>\\d{2})(?<year>\\d{4})',
  `(?<two>\\d{1,2})${nth}[\\s-]+${monthName}[\\s,-]+${year}`,
  `${monthName}[\\s-]+(?<two>\\d{1,2})${nth}[\\s,]+${year}`,
]

const padded = (part: number) => String(part).padStart(2, '0')
const dayOf = (year: number, month: number, day: number) => {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? [`${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`] : []
}

/** Two digits are of this century or the last; nobody writes about a year that has not begun. */
const yearsOf = (typed: string, thisYear: number) => {
  if (typed.length === 4) return [Number(typed)]
  const short = Number(typed)
  return [1900 + short, 2000 + short].filter((full) => full <= thisYear)
}

export type DayParts = { year?: string; one?: string; two?: string; name?: string }
/** The possible days, as `1986-04-17`, the latest last. The month comes first, as in the US; if that is no month, the day does. */
export const daysMeant = ({ year = '', one, two = '', name }: DayParts, thisYear: number) =>
  yearsOf(year, thisYear).flatMap((full) => {
    const month = name ? months.indexOf(name.toLowerCase()) + 1 : Number(one)
    const inOrder = dayOf(full, month, Number(two))
    return inOrder.length > 0 || name ? inOrder : dayOf(full, Number(two), month)
  })

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
type Reader = (typed: string) => DayParts | undefined

/** Reads "3 de mayo de 1980" by the names of the months and the words between them that Intl has for a language. */
const readerIn = (locale: string): Reader => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const parts = months.flatMap((_, month) => format.formatToParts(Date.UTC(2000, month, 1)))
  const wordsOf = (kind: string) =>
    parts.flatMap(({ type, value }) => (type === kind ? (folded(value).match(/\p{L}+/gu) ?? []) : []))
  const names = wordsOf('month')
  // With one letter more, "de" is also "del".
  const between = [...new Set(wordsOf('literal'))].map((word) => `${word}\\p{L}?\\s+`).join('|')
  const gap = `[\\s,./-]+(?:${between})?`
  // "1st", "1.º", which is folded to "1.o".
  const day = '(?<two>\\d{1,2})(?:\\.?\\p{L}{1,2}\\.?)?'
  const name = '(?<name>\\p{L}{3,})\\.?'
  const forms = [
    [day, name, year],
    [name, day, year],
  ].map((form) => new RegExp(`^${form.join(gap)}$`, 'u'))
  return (typed) => {
    const found = forms.map((form) => form.exec(folded(typed))?.groups).find((groups) => groups)
    const meant = names.filter((full) => found?.['name'] && full.startsWith(found['name']))
    if (!found || meant.length !== 1) return undefined
    return { year: found['year']!, two: found['two']!, one: String(names.indexOf(meant[0]!) + 1) }
  }
}

const readers = new Map<string, Reader>()
/** Typed days may name their months in this language, too. */
export const readMonthsIn = (locale: string) => {
  let read: Reader | undefined
  readers.set(locale, (typed) => {
    // Formats are created on first use: a phone takes a while for one.
    read ??= readerIn(locale)
    return read(typed)
  })
}

const whole = dayForms.map((form) => new RegExp(`^${form}$`, 'i'))
const partsOf = (typed: string): DayParts | undefined => {
  for (const form of whole) {
    const found = form.exec(typed)?.groups
    if (found) return found
  }
  if (!/\p{L}/u.test(typed)) return undefined
  for (const read of readers.values()) {
    const found = read(typed)
    if (found) return found
  }
  return undefined
}

/** A text's day, as `1986-04-17`; undefined if it is none. */
export const typedDay = (text: string, today = new Date(nowMs())) => {
  const parts = partsOf(text.trim())
  return parts && daysMeant(parts, today.getUTCFullYear()).at(-1)
}
