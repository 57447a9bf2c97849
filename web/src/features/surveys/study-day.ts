import { dateFormatter } from '../../ui/display/dates.ts'
import { isRealDate } from '../../ui/display/days.ts'

const longDay = dateFormatter({ dateStyle: 'long', timeZone: 'UTC' })

/** `March 1, 2026` from the eight digits of a study date, which has no time zone; empty if invalid. */
export const studyDay = (digits: string) => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? []
  const date = `${year}-${month}-${day}`
  return isRealDate(date) ? longDay(date) : ''
}
