import { type DayParts, dayForms, daysMeant } from '@fornix/contract'

const forms = dayForms.map((form) => new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}]|[-/.]\\d)`, 'iu'))

/** No name, email, id or phone number begins with this sign. */
export const wordOfDate = (digits: string) => `=${digits}`

/** The dates written in a text, each as its possible words, and the text without them. */
export const takeDates = (text: string, today = new Date()) => {
  const dates: string[][] = []
  let rest = text
  for (const form of forms)
    rest = rest.replace(form, (found, ...more) => {
      const days = daysMeant(more.at(-1) as DayParts, today.getUTCFullYear())
      if (days.length === 0) return found
      dates.push(days.map((day) => wordOfDate(day.replaceAll('-', ''))))
      return ' '
    })
  return { dates, rest }
}
