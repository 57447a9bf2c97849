import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Log } from '../base/log.ts'
import { asJob } from '../base/signals.ts'
import type { Database, Db } from '../database/db.ts'

type Event = { event_id: string; content: string }
const batch = 500
export const chainStart = Buffer.alloc(32)

/** What the seal covers, as text that any other program can rebuild from the row. */
export const sealedContent = sql<string>`concat_ws('|', event_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(actor_id::text, '-'),
  actor_role, action, coalesce(patient_id::text, '-'), object_id, request_id, result)`
export const chainLink = (previous: Uint8Array, text: string) =>
  createHash('sha256').update(previous).update(text).digest()

/** Seals the next batch of a project's committed events; returns how many. Two nodes take turns on the head's row lock. */
const sealBatch = async (db: Db, project: string) => {
  await sql`insert into audit_heads (project_id, seq, hash) values (${project}, 0, ${chainStart}) on conflict do nothing`.execute(
    db,
  )
  const head = await db
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('project_id', '=', project)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Event>`
    select event_id, ${sealedContent} as content from audit_events where project_id = ${project} and seq is null order by event_id limit ${batch}`.execute(
    db,
  )
  const chain = { seq: head.seq, hash: head.hash }
  const sealed = rows.map((event) => {
    chain.seq += 1
    chain.hash = chainLink(chain.hash, event.content)
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

/** Seals all committed events, project by project. */
export const sealAudit = async (database: Database) => {
  const open = await database.systemQuery<{ project_id: string }>(
    'select distinct project_id from audit_events where seq is null',
    [],
  )
  for (const { project_id } of open) {
    while ((await database.unscoped('seal audit rows', (db) => sealBatch(db, project_id))) === batch);
  }
}

export const startSealing = (database: Database, anchor: () => Promise<void>, log: Log) => {
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
  const anchoring = guarded('anchoring', 'audit-anchor', async () => {
    // Seal pending rows first: older rows that are sealed after an anchor would look backdated.
    await sealAudit(database)
    await anchor()
  })
  void anchoring()
  const timers = [setInterval(seal, 1000), setInterval(anchoring, 60_000)]
  return async () => {
    timers.forEach(clearInterval)
    // A run already under way has not seen the last rows.
    await anchoring()
    await anchoring()
  }
}
