import { type Compiled, formatterOf, type Values } from './format.ts'
import { catalogue, locale } from './language.ts'

const format = formatterOf(locale)

/**
 * A sentence in the reader's language. Braces hold ICU: `{name}`, `{count, plural, one {# scan} other {# scans}}`.
 * The build adds the last argument, so that no browser has to parse it.
 */
export const t = (message: string, values: Values = {}, compiled: Compiled = [message]) => {
  const found = (Object.hasOwn(catalogue, message) && catalogue[message]) || compiled
  return typeof found === 'string' ? found : format(found, values)
}

/** The catalogue's sentences with numbered placeholders, and patterns that match them when filled in. */
const patterns = Object.keys(catalogue)
  .filter((message) => message.includes('{0}'))
  .map((message) => {
    const plain = message.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    return { message, pattern: new RegExp(`^${plain.replace(/\{\d\}/g, '(.+?)')}$`) }
  })

/** The same for a sentence from the contract or the server that already contains its values: `Please use at most 5 files`. */
export const translated = (sentence: string) => {
  if (Object.hasOwn(catalogue, sentence)) return t(sentence)
  for (const { message, pattern } of patterns) {
    const [, ...values] = pattern.exec(sentence) ?? []
    if (values.length > 0) return t(message, Object.fromEntries(values.entries()))
  }
  return sentence
}
