const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const year = '(?<year>\\d{4}|\\d{2})'
const nth = '(?:st|nd|rd|th)?'

/** 1986-04-17 · 04-17-1986, 4/17/86, 4.17.1986 · 04171986 · 17 Apr 1986 · April 17, 1986 */
const ways = [
  '(?<year>\\d{4})[-/.](?<one>\\d{1,2})[-/.](?<two>\\d{1,2})',
  `(?<one>\\d{1,2})([-/.])(?<two>\\d{1,2})\\2${year}`,
  '(?<one>\\d{2})(?<two>\\d{2})(?<year>\\d{4})',
  `(?<two>\\d{1,2})${nth}[\\s-]+${monthName}[\\s,-]+${year}`,
  `${monthName}[\\s-]+(?<two>\\d{1,2})${nth}[\\s,]+${year}`,
].map((way) => new RegExp(`(?<![\\p{L}\\p{N}])${way}(?![\\p{L}\\p{N}]|[-/.]\\d)`, 'iu'))

const padded = (part: number) => String(part).padStart(2, '0')
const dayOf = (year: number, month: number, day: number) => {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal ? [`${year}${padded(month)}${padded(day)}`] : []
}

/** Two digits are of this century or the last; nobody is born tomorrow. */
const yearsOf = (typed: string, thisYear: number) => {
  if (typed.length === 4) return [Number(typed)]
  const short = Number(typed)
  return [1900 + short, 2000 + short].filter((full) => full <= thisYear)
}

type Parts = { year?: string; one?: string; two?: string; name?: string }
/** The month comes first, as in the US; where that is no month, the day does. */
const daysOf = ({ year = '', one, two = '', name }: Parts, thisYear: number) =>
  yearsOf(year, thisYear).flatMap((full) => {
    const month = name ? months.indexOf(name.toLowerCase()) + 1 : Number(one)
    const inOrder = dayOf(full, month, Number(two))
    return inOrder.length > 0 || name ? inOrder : dayOf(full, Number(two), month)
  })

/** No name, email, id or phone number begins with this sign. */
export const wordOfDate = (digits: string) => `=${digits}`

/** The days that are written in a text, each as the words that it may mean, and the text without them. */
export const takeDates = (text: string, today = new Date()) => {
  const dates: string[][] = []
  let rest = text
  for (const way of ways)
    rest = rest.replace(way, (found, ...more) => {
      const days = daysOf(more.at(-1) as Parts, today.getUTCFullYear())
      if (days.length === 0) return found
      dates.push(days.map(wordOfDate))
      return ' '
    })
  return { dates, rest }
}
