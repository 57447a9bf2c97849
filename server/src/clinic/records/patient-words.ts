import { type RawBuilder, sql } from 'kysely'
import { prefixRange, type Term } from './search-words.ts'

type Columns = RawBuilder<unknown>

const all = (sets: RawBuilder<unknown>[]) => sql.join(sets, sql` intersect `)

/** `columns` of the patients who meet all terms, by one range of the word index per word. `rule` narrows by its other columns. */
export const wordsMatching = (terms: Term[], columns: Columns, rule: RawBuilder<unknown>) => {
  const beginningWith = (word: string) => {
    const { from, to } = prefixRange(word)
    return sql`(select ${columns} from patient_words where word >= ${from} and word < ${to} and ${rule})`
  }
  return all(
    terms.map(({ whole, words }) =>
      words.length === 1 ? beginningWith(whole) : sql`(${all(words.map(beginningWith))} union ${beginningWith(whole)})`,
    ),
  )
}
