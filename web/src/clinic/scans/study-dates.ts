import * as english from '@fornix/contract'
import { locale } from '../../platform/language/language.ts'
import { isRealDate } from '../../ui/display/days.ts'

/** Shown if a study date is invalid. The sentence is the specification's. */
const wrongStudyDate = 'Invalid date format. Expected format: YYYYMMDD.'

/** A device that did not know the date sent none. */
const noStudyDate = '–'

const ofDigits = (digits: string, write: (year: string, month: string, day: string) => string) => {
  if (digits === '') return noStudyDate
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? []
  return year && month && day ? write(year, month, day) : wrongStudyDate
}

/** The eight digits of a study date, formatted for details: `02/14/2026`. */
export const studyDate = (digits: string) => ofDigits(digits, (year, month, day) => `${month}/${day}/${year}`)
/** The specification's format is for readers of English; others would read the day as the month. */
const isEnglish = (inLocale: string) => inLocale.startsWith('en')
/** Formatted for the list of scans: `02-14-2026`; `14 feb 2026` in Spanish. */
export const studyListDate = (digits: string, inLocale = locale) =>
  ofDigits(digits, (year, month, day) =>
    isEnglish(inLocale) || !isRealDate(`${year}-${month}-${day}`)
      ? `${month}-${day}-${year}`
      : english.siteDate(`${year}-${month}-${day}T12:00:00Z`, 'UTC', inLocale),
  )
/** Formatted for the form: `2026-02-14`. */
export const studyFormDate = (digits: string) => ofDigits(digits, (year, month, day) => `${year}-${month}-${day}`)
/** The six digits of a study time: `09-30-15`; `9:30 a.m.` in Spanish. An invalid time is shown unchanged. */
export const studyTime = (digits: string, inLocale = locale) =>
  digits.replace(/^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/, (_, hour: string, minute: string, second: string) =>
    isEnglish(inLocale)
      ? `${hour}-${minute}-${second}`
      : english.siteTime(`2000-01-01T${hour}:${minute}:${second}Z`, 'UTC', inLocale),
  )
