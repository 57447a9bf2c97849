import type { Database } from '../database/db.ts'
import type { UnsignedLine } from './anchor-line.ts'
import type { AnchorLog } from './anchor-log.ts'

/** Quiet chains are anchored too: a row dated before an anchor but sealed after it was backdated. */
const quietMs = 10 * 60_000

export type ChainHead = { project_id: string; seq: number; hash: Buffer }
export const headLine = ({ project_id, seq, hash }: ChainHead): UnsignedLine => ({
  kind: 'head',
  project: project_id,
  seq,
  hash: hash.toString('hex'),
})

type Queries = Pick<Database, 'systemQuery'>

export const headsOf = (database: Queries) =>
  database.systemQuery<ChainHead>('select project_id, seq, hash from audit_heads order by project_id', [])

/** Writes heads that have changed, and the others now and then. Stored outside the database, so that a rewritten chain is detected. */
export const headWriter = (database: Queries, log: Pick<AnchorLog, 'write'>, clock = Date.now) => {
  const written = new Map<string, { hash: Buffer; at: number }>()
  return async () => {
    const now = clock()
    const due = (await headsOf(database)).filter(({ project_id, hash }) => {
      const last = written.get(project_id)
      return !last?.hash.equals(hash) || now - last.at >= quietMs
    })
    if (due.length > 0) await log.write(due.map(headLine))
    for (const { project_id, hash } of due) written.set(project_id, { hash, at: now })
  }
}
