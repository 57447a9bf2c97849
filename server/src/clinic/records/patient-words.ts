import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { takeDates, wordOfDate } from './search-date.ts'
import { phoneStarts, wordsOfPhone } from './search-phone.ts'
import { isSpelledAlike, lengthsAlike, soundsOf } from './search-sound.ts'
import { joined, prefixRange, type Term, termOf, tokens, wordsOf, wordsToFind } from './search-words.ts'

type Columns = RawBuilder<unknown>

/** Increases with every change of what `patientWords` returns: records with an older one are reindexed in the background. */
export const wordsVersion = 2

type Searchable = {
  first_name: string
  last_name: string
  email: string
  code: string
  mrn_number: string
  mobile_number: string
  /** YYYY-MM-DD */
  dob: string | null
}

/** All words that find a patient: names and how they sound, ids with and without their prefix, email, phone, date of birth. */
export const patientWords = (patient: Searchable) => {
  const { first_name, last_name, email, code, mrn_number, mobile_number, dob } = patient
  const names = [first_name, last_name]
  return [
    ...new Set([
      ...wordsToFind({ names, keys: [email, code, mrn_number] }),
      ...[code, mrn_number].flatMap((id) => wordsOf(id).slice(1)),
      ...names.flatMap(wordsOf).flatMap(soundsOf),
      ...wordsOfPhone(mobile_number),
      ...(dob ? [wordOfDate(joined(dob))] : []),
    ]),
  ]
}

const isNumber = (token: string) => /^[\d()+./-]+$/.test(token)
/** Adjacent numbers: an id or its parts, a phone's digits, or a year of birth. */
const termOfNumbers = (numbers: string[]): Term => {
  const [whole, words] = [joined(numbers.join('')), numbers.flatMap(wordsOf)]
  const year = /^(19|20)\d\d$/.test(whole) ? [[wordOfDate(whole)]] : []
  const phone = phoneStarts(numbers.join('')).map((start) => [start])
  return [...(words.length > 1 ? [words] : []), [whole], ...phone, ...year]
}

/** Like `termsOf`, plus phone numbers and dates in any of the usual spellings. */
export const patientTerms = (query: string): Term[] | null => {
  if (query.trim() === '') return null
  const { dates, rest } = takeDates(query)
  const terms: Term[] = dates.map((days) => days.map((day) => [day]))
  const typed = tokens(rest)
  for (let at = 0; at < typed.length; ) {
    const end = typed.findIndex((token, n) => n >= at && !isNumber(token))
    const numbers = typed.slice(at, end < 0 ? typed.length : end)
    if (numbers.length > 0) terms.push(termOfNumbers(numbers))
    at += numbers.length
    const word = typed[at++]
    if (word !== undefined) terms.push(termOf(word))
  }
  return terms
}

const allOf = (sets: RawBuilder<unknown>[]) => sql.join(sets, sql` intersect `)
const anyOf = (sets: RawBuilder<unknown>[]) => sql.join(sets, sql` union `)

export const beginsWith = (word: string) => {
  const { from, to } = prefixRange(word)
  return sql`word >= ${from} and word < ${to}`
}

/** `columns` of the patients who match all terms, by one range of the word index per word. `rule` narrows by its other columns. */
export const wordsMatching = (terms: Term[], columns: Columns, rule: RawBuilder<unknown>) => {
  const beginningWith = (word: string) =>
    sql`(select ${columns} from patient_words where ${beginsWith(word)} and ${rule})`
  return allOf(terms.map((ways) => sql`(${anyOf(ways.map((words) => sql`(${allOf(words.map(beginningWith))})`))})`))
}

/** Whether one patient has a word that begins this way. No EXISTS: the planner would look for all who have it. */
export const hasBeginning = (beginning: string, patient: RawBuilder<unknown>) =>
  sql`(select true from patient_words w where w.patient_id = ${patient} and ${beginsWith(beginning)} limit 1)`

const meets = (term: Term, patient: Columns) => {
  const ways = term.map(
    (words) =>
      sql`(${sql.join(
        words.map((word) => hasBeginning(word, patient)),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(ways, sql` or `)})`
}

/** Like `wordsMatching`, if not every term is broad: broad beginnings are checked one by one, among those whom the rest finds. */
export const wordsMatchingFew = (
  terms: Term[],
  broad: ReadonlySet<string>,
  columns: Columns,
  rule: RawBuilder<unknown>,
) => {
  const few = (words: string[]) => words.filter((word) => !broad.has(word))
  const searched = terms.filter((term) => term.every((words) => few(words).length > 0))
  const checked = terms.filter((term) => term.some((words) => few(words).length < words.length))
  const found = wordsMatching(
    searched.map((ways) => ways.map(few)),
    columns,
    rule,
  )
  return checked.length === 0
    ? found
    : sql`select * from (${found}) f where ${sql.join(
        checked.map((term) => meets(term, sql`f.patient_id`)),
        sql` and `,
      )}`
}

const isName = (term: Term) => term.every((words) => words.every((word) => /^\p{L}{3,}$/u.test(word)))

/** Words with the same first letter, of patients who are not deleted, that differ by a typo or two. */
const spelledLike = async (db: Db, word: string) => {
  const { least, most } = lengthsAlike(word)
  const { rows } = await sql<{ word: string }>`
    select distinct word from patient_words
     where ${beginsWith([...word][0] ?? '')} and living and length(word) between ${least} and ${most}`.execute(db)
  return rows.map((row) => row.word).filter((other) => isSpelledAlike(word, other))
}

const findsAnybody = async (db: Db, term: Term) =>
  (await sql`select from (${wordsMatching([term], sql`patient_id`, sql`true`)}) w limit 1`.execute(db)).rows.length > 0

/**
 * The same terms, each name also matched by what sounds or is spelled alike.
 * Null if there is no name among them, and as soon as one of them finds nobody: comparing with the next one's words is a lot of work.
 */
export const similarTerms = async (db: Db, terms: Term[]): Promise<Term[] | null> => {
  if (!terms.some(isName)) return null
  const widened: Term[] = []
  for (const term of terms) {
    const words = isName(term) ? [...new Set(term.flat())] : []
    const spelled = []
    for (const word of words) spelled.push(...(await spelledLike(db, word)))
    widened.push([...term, ...[...new Set([...words.flatMap(soundsOf), ...spelled])].map((word) => [word])])
    if (terms.length > 1 && !(await findsAnybody(db, widened.at(-1) ?? []))) return null
  }
  return widened
}
