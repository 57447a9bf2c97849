import { Readable } from 'node:stream'
import { type exportPatients, patientColumns } from '@fornix/contract'
import type { z } from 'zod'
import { unauthenticated } from '../../platform/base/errors.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { batchAfter, type Place } from './list.ts'

type Needs = Pick<Platform, 'database' | 'sessions'>
type ExportFilters = z.output<typeof exportPatients.query>

const batchSize = 1000

/** The file, batch by batch as it is read: a slow reader holds no transaction, and one whose session ends gets no more. */
export async function* linesOf({ database, sessions }: Needs, user: Caller, { columns, ...filters }: ExportFilters) {
  yield byteOrderMark + csvLine(columns.map((name) => patientColumns[name]))
  const after = (place: Place | undefined) =>
    database.scoped(scopeOf(user), (db) => batchAfter(db, filters, place, batchSize))
  for (let place: Place | undefined; ; ) {
    const isAlive = (await sessions.livingOf([user])).has(user.session)
    if (!isAlive) throw unauthenticated()
    const rows: Awaited<ReturnType<typeof after>> = await after(place)
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map((name) => row[name]))).join('')
    if (rows.length < batchSize) return
    place = rows.at(-1)?.place
  }
}

export const exportedPatients = (needs: Needs, user: Caller, filters: ExportFilters) => ({
  stream: Readable.from(linesOf(needs, user, filters), { objectMode: false }),
  fileName: `patients-${new Date().toISOString().slice(0, 10)}.csv`,
  mediaType: 'text/csv; charset=utf-8',
})
