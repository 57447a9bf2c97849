import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMonthsIn } from '@fornix/contract'

const root = fileURLToPath(new URL('../../../../languages/', import.meta.url))
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(`${root}${language}/${file}`, 'utf8'))

/** Its sentences override those of pages, which may use the same sentence in a different context. */
const mails = 'mails.json'

type Values = Readonly<Record<string, string | number>>
/** The words and formats for one reader. */
export type Words = {
  /** For formatting dates and numbers. */
  locale: string
  /** A sentence with its values, `Hello {name},`. Every sentence is in `languages/<code>/mails.json`. */
  t: (sentence: string, values?: Values) => string
  /** A word from the contract, such as a status. */
  translated: (word: string) => string
}

const wordsOf = (locale: string, catalogue: Record<string, string>): Words => {
  const translated = (sentence: string) => (Object.hasOwn(catalogue, sentence) && catalogue[sentence]) || sentence
  const t = (sentence: string, values: Values = {}) =>
    translated(sentence).replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
  return { locale, t, translated }
}

/** The available translations, one folder each. */
export const languages = readdirSync(root)
const english = wordsOf('en-US', {})
const others = new Map(
  languages.map((language) => {
    const files = readdirSync(root + language).filter((file) => file !== 'language.json')
    const catalogue = Object.assign({}, ...files.map((file) => read(language, file)), read(language, mails))
    return [language, wordsOf(read(language, 'language.json')['locale'] ?? language, catalogue)]
  }),
)
for (const { locale } of others.values()) readMonthsIn(locale)

/** English if the language is unknown or has no translation. */
export const wordsIn = (language = '') => others.get(language) ?? english
