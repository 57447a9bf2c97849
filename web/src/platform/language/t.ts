import { type Compiled, formatterOf, type Values } from './format.ts'
import { catalogue, locale } from './language.ts'

const format = formatterOf(locale)

/**
 * A sentence in the reader's language. What stands in braces is ICU: `{name}`, `{count, plural, one {# scan} other {# scans}}`.
 * The build writes the last argument, so that no browser has to parse it.
 */
export const t = (message: string, values: Values = {}, compiled: Compiled = [message]) => {
  const found = (Object.hasOwn(catalogue, message) && catalogue[message]) || compiled
  return typeof found === 'string' ? found : format(found, values)
}

/** The same for a sentence that comes from elsewhere, such as the contract or the server: it has no values. */
export const translated = (sentence: string) => t(sentence)
