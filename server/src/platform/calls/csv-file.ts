import { Readable } from 'node:stream'
import { unauthenticated } from '../base/errors.ts'
import type { Database, Db } from '../database/db.ts'
import { type Sessions, scopeOf } from '../sessions/session.ts'
import type { Caller } from '../sessions/session-row.ts'
import { byteOrderMark, csvLine } from './csv.ts'

type Needs = { database: Database; sessions: Sessions }
type CsvRows<Row> = {
  heads: readonly string[]
  batchSize: number
  /** Rejects once the caller may not have the rest. */
  check?: (db: Db) => Promise<void>
  /** At most `batchSize` rows after the last one. */
  batch: (db: Db, last: Row | undefined) => Promise<Row[]>
  cells: (row: Row) => readonly unknown[]
}

/**
 * Yields the file batch by batch as it is read: a slow reader holds no transaction, and one who loses session, role or right gets no more.
 */
export async function* csvLines<Row>(
  { database, sessions }: Needs,
  user: Caller,
  { heads, batchSize, check, batch, cells }: CsvRows<Row>,
) {
  yield byteOrderMark + csvLine(heads)
  for (let last: Row | undefined; ; ) {
    if (!(await sessions.isSessionValid(user))) throw unauthenticated()
    const rows: Row[] = await database.scoped(scopeOf(user), async (db) => {
      await check?.(db)
      return batch(db, last)
    })
    if (rows.length > 0) yield rows.map((row) => csvLine(cells(row))).join('')
    if (rows.length < batchSize) return
    last = rows.at(-1)
  }
}

export const csvFile = <Row>(needs: Needs, user: Caller, { name, ...rows }: CsvRows<Row> & { name: string }) => ({
  stream: Readable.from(csvLines(needs, user, rows), { objectMode: false }),
  fileName: `${name}-${new Date().toISOString().slice(0, 10)}.csv`,
  mediaType: 'text/csv; charset=utf-8',
})
