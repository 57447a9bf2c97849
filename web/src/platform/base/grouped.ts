import { locale } from '../language/language.ts'

/** A number as it is read: `100,138`. */
export const grouped = (count: number) => count.toLocaleString(locale)
