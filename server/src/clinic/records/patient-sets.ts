import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { intersection, type NumberSet, setOf, union } from './number-set.ts'
import { beginsWith } from './patient-words.ts'
import { chunkSize } from './recount-words.ts'
import type { Term } from './search-words.ts'

/** A beginning that more patients have gets a set; fewer are quickly found one by one. */
export const broadAbove = 2000

type Chunk = { beginning: string; chunk: number; bits: Buffer }

/** The set of each of these beginnings that has one, all of one size: 'what finds thousands'. */
const setsOf = async (db: Db, beginnings: string[]) => {
  // The wire format begins with the count of the bits.
  const { rows } = await sql<Chunk>`select beginning, chunk, substring(bit_send(bits) from 5) as bits
    from patient_word_sets where beginning = any (${beginnings}::text[])`.execute(db)
  const size = chunkSize * (1 + Math.max(0, ...rows.map(({ chunk }) => chunk)))
  const sets = new Map<string, NumberSet>()
  for (const { beginning, chunk, bits } of rows) {
    const set = sets.get(beginning) ?? setOf(size)
    set.set(bits, (chunk * chunkSize) / 8)
    sets.set(beginning, set)
  }
  return { sets, size }
}

const isBroad = (term: Term, sets: ReadonlyMap<string, unknown>) =>
  term.some((words) => words.every((word) => sets.has(word)))

/** Patients with a word that begins this way, for beginnings without a set. */
const numbersOf = async (db: Db, beginnings: string[]) => {
  if (beginnings.length === 0) return []
  const numbers = beginnings.map(
    (
      word,
      at,
    ) => sql`select ${at}::int as at, (select number from patients p where p.patient_id = w.patient_id) as number
      from (select patient_id from patient_words where ${beginsWith(word)} and living) w`,
  )
  return (await sql<{ at: number; number: number }>`${sql.join(numbers, sql` union all `)}`.execute(db)).rows
}

/** Which beginnings are broad, and which patients match all terms if every one of them is. */
export const intersectBroadTerms = async (db: Db, terms: Term[]) => {
  const words = [...new Set(terms.flat(2))]
  const { sets, size } = await setsOf(db, words)
  const broad = new Set(sets.keys())
  if (!terms.every((term) => isBroad(term, sets))) return { broad, found: null }
  const others = words.filter((word) => !broad.has(word))
  const rows = await numbersOf(db, others)
  const empty = setOf(Math.max(size, ...rows.map(({ number }) => number + 1)))
  for (const [at, word] of others.entries())
    sets.set(
      word,
      setOf(
        empty.length * 8,
        rows.flatMap((row) => (row.at === at ? [row.number] : [])),
      ),
    )
  const of = (word: string) => union(empty, sets.get(word) ?? empty)
  const met = terms.map((ways) => ways.map((way) => way.map(of).reduce(intersection)).reduce(union))
  return { broad, found: met.reduce(intersection) }
}
