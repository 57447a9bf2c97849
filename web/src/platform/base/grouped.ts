import { locale } from '../language/language.ts'

/** A number with separators: `100,138`. */
export const grouped = (count: number) => count.toLocaleString(locale)
