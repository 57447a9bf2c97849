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

/** The same for a sentence that comes from the contract or the server. Numbers in it are places: `At most {0} files, please`. */
export const translated = (sentence: string) => {
  if (Object.hasOwn(catalogue, sentence)) return t(sentence)
  const numbers = sentence.match(/\d+/g) ?? []
  let place = 0
  const message = sentence.replace(/\d+/g, () => `{${place++}}`)
  return Object.hasOwn(catalogue, message) ? t(message, Object.fromEntries(numbers.entries())) : sentence
}
