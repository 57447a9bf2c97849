import { createHash } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database, Db } from './db.ts'
import type { Log } from './log.ts'
import { asJob } from './metrics/signals.ts'

type Event = { event_id: string; content: string }
const batch = 500
const first = Buffer.alloc(32)

/** What the seal covers, as text that any other program can build again from the row. */
const content = sql<string>`concat_ws('|', event_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(actor_id::text, '-'),
  actor_role, action, coalesce(patient_id::text, '-'), object_id, request_id, result)`
const link = (previous: Uint8Array, text: string) => createHash('sha256').update(previous).update(text).digest()

/** Seals the next batch of committed events of a project; returns how many. Two nodes take turns at the head's row lock. */
const sealBatch = async (db: Db, project: string) => {
  await sql`insert into audit_heads (project_id, seq, hash) values (${project}, 0, ${first}) on conflict do nothing`.execute(
    db,
  )
  const head = await db
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('project_id', '=', project)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Event>`
    select event_id, ${content} as content from audit_events where project_id = ${project} and seq is null order by event_id limit ${batch}`.execute(
    db,
  )
  const chain = { seq: head.seq, hash: head.hash }
  const sealed = rows.map((event) => {
    chain.seq += 1
    chain.hash = link(chain.hash, event.content)
    return { event_id: event.event_id, ...chain }
  })
  if (sealed.length === 0) return 0
  await sql`
    update audit_events e set seq = s.seq, hash = s.hash
      from unnest(${sealed.map((s) => s.event_id)}::uuid[], ${sealed.map((s) => s.seq)}::bigint[], ${sealed.map((s) => s.hash)}::bytea[]) as s (event_id, seq, hash)
     where e.project_id = ${project} and e.event_id = s.event_id`.execute(db)
  await db.updateTable('audit_heads').set(chain).where('project_id', '=', project).execute()
  return sealed.length
}

/** Seals everything that is committed, project by project. */
export const sealAudit = async (database: Database) => {
  const open = await database.systemQuery<{ project_id: string }>(
    'select distinct project_id from audit_events where seq is null',
    [],
  )
  for (const { project_id } of open) {
    while ((await database.unscoped('seal audit rows', (db) => sealBatch(db, project_id))) === batch);
  }
}

/** Writes the head of each chain outside the database, so that a rewritten chain can be told from the real one. */
const anchor = async (database: Database, file: string) => {
  const heads = await database.systemQuery<{ project_id: string; seq: number; hash: Buffer }>(
    'select project_id, seq, hash from audit_heads',
    [],
  )
  const at = new Date().toISOString()
  const lines = heads.map(
    ({ project_id, seq, hash }) => `${JSON.stringify({ at, project: project_id, seq, hash: hash.toString('hex') })}\n`,
  )
  await appendFile(file, lines.join(''), { mode: 0o600 })
}

/** Recomputes a project's chain. Returns the first sequence number that does not fit, or null when all of it holds. */
export const firstBrokenSeal = async (database: Database, project: string) => {
  let previous: Uint8Array = first
  for (let seq = 1; ; ) {
    const rows = await database.unscoped(
      'verify the audit chain',
      async (db) =>
        (
          await sql<{
            seq: number
            hash: Buffer
            content: string
          }>`select seq, hash, ${content} as content from audit_events
         where project_id = ${project} and seq >= ${seq} order by seq limit 5000`.execute(db)
        ).rows,
    )
    for (const row of rows) {
      if (row.seq !== seq || !link(previous, row.content).equals(row.hash)) return seq
      previous = row.hash
      seq++
    }
    if (rows.length < 5000) return headHolds(database, project, seq - 1, previous)
  }
}

/** Rows cut off at the end leave a chain that fits, but not its head. */
const headHolds = async (database: Database, project: string, seq: number, hash: Uint8Array) => {
  const [head] = await database.systemQuery<{ seq: number; hash: Buffer }>(
    'select seq, hash from audit_heads where project_id = $1',
    [project],
  )
  return !head || (head.seq === seq && head.hash.equals(hash)) ? null : seq + 1
}

export const startSealing = (database: Database, anchorFile: string, log: Log) => {
  const guarded = (what: string, job: string, work: () => Promise<void>) => {
    let running: Promise<void> | undefined
    return () => {
      running ??= asJob(job, work)
        .catch((err: Error) => log.warn({ err }, `${what} failed`))
        .finally(() => {
          running = undefined
        })
      return running
    }
  }
  const seal = guarded('sealing', 'audit-seal', () => sealAudit(database))
  const anchoring = guarded('anchoring', 'audit-anchor', () => anchor(database, anchorFile))
  const timers = [setInterval(seal, 1000), setInterval(anchoring, 60_000)]
  return async () => {
    timers.forEach(clearInterval)
    await seal()
    await anchoring()
  }
}
