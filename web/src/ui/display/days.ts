import { siteDate } from '@fornix/contract'
import { locale } from '../../platform/language/language.ts'

/** Scanners and de-identification programs write dates that do not exist, such as 20260000. */
export const isRealDate = (day: string) => {
  const date = new Date(`${day}T12:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** A day in words, `Sep 10, 2026`, from `20260910` or `2026-09-10`; empty if invalid. */
export const dayInWords = (text: string, inLocale = locale) => {
  const day = text.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3')
  return isRealDate(day) ? siteDate(`${day}T12:00:00Z`, 'UTC', inLocale) : ''
}

/** A date of birth in the calls' format, `04-17-1986`, in words: `Apr 17, 1986`. */
export const birthInWords = (dob: string) => dayInWords(dob.replace(/^(\d{2}-\d{2})-(\d{4})$/, '$2-$1'))
