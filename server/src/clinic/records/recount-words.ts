import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { setOf } from './number-set.ts'
import { beginsWith } from './patient-words.ts'
import { prefixRange } from './search-words.ts'

/** As in 0123_patient_word_sets.sql. */
export const chunkSize = 2048
/** Totals of beginnings up to this many letters are kept for all, those of longer ones if the beginning with one letter less is broad. */
const lettersCounted = 4
/** How much goes to the database in one statement. */
const [totalBatchSize, chunkBatchSize] = [20_000, 2000]

/** A word that a patient has, by the patient's number. */
type Row = { word: string; number: number }
type Counted = { beginning: string; patients: number; set: Uint8Array | null }

const isWide = /[\u{10000}-\u{10ffff}]/u
/** The first letters, as `left` counts them. */
const startOf = (word: string, letters: number) =>
  isWide.test(word) ? [...word].slice(0, letters).join('') : word.slice(0, letters)

type Rule = { isBroad: (beginning: string, patients: number) => boolean; size: number }

/** All beginnings with this many letters or more that have a total, from sorted words that are the same up to there. */
function* countedIn(rows: Row[], letters: number, rule: Rule): Generator<Counted> {
  for (let from = 0; from < rows.length; ) {
    const beginning = startOf(rows[from]?.word ?? '', letters)
    let to = from + 1
    while (to < rows.length && startOf(rows[to]?.word ?? '', letters) === beginning) to++
    // A word that ends earlier no longer has this beginning.
    if (startOf(beginning, letters - 1) !== beginning)
      yield* countedFrom(beginning, rows.slice(from, to), letters, rule)
    from = to
  }
}

function* countedFrom(beginning: string, rows: Row[], letters: number, rule: Rule): Generator<Counted> {
  const numbers = new Set(rows.map(({ number }) => number))
  const isBroad = rule.isBroad(beginning, numbers.size)
  yield { beginning, patients: numbers.size, set: isBroad ? setOf(rule.size, numbers) : null }
  if (isBroad || letters < lettersCounted) yield* countedIn(rows, letters + 1, rule)
}

const chunkBytes = chunkSize / 8
/** The non-empty ones, as PostgreSQL writes a bit string in hexadecimal. */
const chunksOf = ({ beginning, set }: Counted) =>
  Array.from({ length: (set?.length ?? 0) / chunkBytes }, (_, chunk) => ({
    beginning,
    chunk,
    bits: `x${Buffer.from(set?.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes) ?? []).toString('hex')}`,
  })).filter(({ bits }) => /[^x0]/.test(bits))

const writeTotals = (db: Db, project: string, counted: Counted[]) =>
  sql`insert into patient_word_totals as t (project_id, beginning, patients, broad)
    select ${project}, * from unnest(${counted.map(({ beginning }) => beginning)}::text[],
      ${counted.map(({ patients }) => patients)}::bigint[], ${counted.map(({ set }) => set !== null)}::boolean[])
    on conflict (project_id, beginning) do update set patients = excluded.patients, broad = t.broad or excluded.broad`.execute(
    db,
  )

const writeChunks = (db: Db, project: string, chunks: ReturnType<typeof chunksOf>) =>
  sql`insert into patient_word_sets (project_id, beginning, chunk, bits)
    select ${project}, beginning, chunk, bits::bit(2048) from unnest(${chunks.map(({ beginning }) => beginning)}::text[],
      ${chunks.map(({ chunk }) => chunk)}::int[], ${chunks.map(({ bits }) => bits)}::text[]) c (beginning, chunk, bits)
    on conflict (project_id, beginning, chunk) do update set bits = excluded.bits`.execute(db)

const inPieces = function* <T>(all: T[], size: number) {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/**
 * Counts everything with this beginning in one pass over its sorted words, and makes the set of what more than `above` patients have.
 * Writers of the project wait, so that no change of a word is missed.
 */
export const recountWords = async (db: Db, project: string, start: string, above: number) => {
  await sql`select from project_totals where project_id = ${project} for update`.execute(db)
  // It sorts and joins far more than a request, for which the program's settings are made.
  await sql`select set_config('work_mem', '64MB', true), set_config('random_page_cost', '1.1', true)`.execute(db)
  const { rows } = await sql<Row>`select w.word, p.number from patient_words w
      join patients p on p.project_id = w.project_id and p.patient_id = w.patient_id
     where w.project_id = ${project} and ${beginsWith(start)} and w.living order by w.word`.execute(db)
  const { from, to } = prefixRange(start)
  const existing = await sql<{ beginning: string }>`select beginning from patient_word_totals
     where project_id = ${project} and beginning >= ${from} and beginning < ${to} and broad`.execute(db)
  const broadBefore = new Set(existing.rows.map(({ beginning }) => beginning))
  const isBroad = (beginning: string, patients: number) => patients > above || broadBefore.has(beginning)
  const most = rows.reduce((most, { number }) => Math.max(most, number), 0)
  const size = chunkSize * Math.ceil((most + 1) / chunkSize)
  const counted = [...countedFrom(start, rows, [...start].length, { isBroad, size })]
  for (const some of inPieces(counted, totalBatchSize)) await writeTotals(db, project, some)
  const broad = counted.filter(({ set }) => set !== null)
  for (const some of inPieces(broad.flatMap(chunksOf), chunkBatchSize)) await writeChunks(db, project, some)
  return broad.length
}
