import type { AuditActions } from '../../../platform/audit/action-rules.ts'
import { runEvery } from '../../../platform/base/run-every.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform.ts'
import { auditEventOf, type TrailRow } from './audit-event.ts'
import { type Destination, destinationOf } from './destination.ts'

const page = 200
type Queries = Pick<Database, 'systemQuery'>
type Project = { project_id: string; slug: string }
export type Shipping = { publicUrl: string; actions: AuditActions; stopping?: AbortSignal }

/** How far it was sent, for the node that is sending now; undefined if that is another one. */
const claim = async (database: Queries, { project_id }: Project, { target }: Destination) => {
  const [row] = await database.systemQuery<{ seq: number }>(
    `insert into audit_shipments (project_id, target, claimed_until) values ($1, $2, now() + interval '2 minutes')
         on conflict (project_id, target) do update set claimed_until = excluded.claimed_until
      where audit_shipments.claimed_until is null or audit_shipments.claimed_until < now()
      returning seq`,
    [project_id, target],
  )
  return row?.seq
}
const moveTo = (database: Queries, { project_id }: Project, { target }: Destination, seq: number) =>
  database.systemQuery(
    'update audit_shipments set seq = $3, claimed_until = null where project_id = $1 and target = $2',
    [project_id, target, seq],
  )

/** Sealed rows in the order of the chain, which has no gaps that could be filled later. */
const rowsAfter = (database: Queries, { project_id }: Project, seq: number) =>
  database.systemQuery<TrailRow>(
    `select seq, event_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id, actor_role, action, patient_id,
            object_id, request_id, result
       from audit_events where project_id = $1 and seq > $2 order by seq limit ${page}`,
    [project_id, seq],
  )

/** Sends a page of a project; returns the number of rows. After a failure, sending resumes at the same place. */
const shipPage = async (database: Queries, project: Project, to: Destination, { publicUrl, actions }: Shipping) => {
  const seq = await claim(database, project, to)
  if (seq === undefined) return 0
  let sent = seq
  try {
    const rows = await rowsAfter(database, project, seq)
    if (rows.length > 0)
      await to.deliver(rows.map((row) => JSON.stringify(auditEventOf(row, { slug: project.slug, publicUrl, actions }))))
    sent = rows.at(-1)?.seq ?? seq
    return rows.length
  } finally {
    await moveTo(database, project, to, sent)
  }
}

/** Sends what is new in these projects, each in its order; returns the number of rows. */
export const shipAudit = async (database: Queries, projects: Project[], to: Destination, shipping: Shipping) => {
  let count = 0
  for (const project of projects) {
    for (let rows = page; rows === page && !shipping.stopping?.aborted; ) {
      rows = await shipPage(database, project, to, shipping)
      count += rows
    }
  }
  return count
}

export const projectsOf = (database: Queries, slug?: string) =>
  database.systemQuery<Project>(
    'select project_id, slug from projects where $1::text is null or slug = $1 order by slug',
    [slug ?? null],
  )

const everyMs = 5000
const maxPauseMs = 600_000

/** After a failure it waits twice as long as before, ten minutes at most. */
export const withBackOff = (work: (stopping: AbortSignal) => Promise<unknown>, clock = Date.now) => {
  let [failures, notBefore] = [0, 0]
  return async (stopping: AbortSignal) => {
    if (clock() < notBefore) return
    try {
      await work(stopping)
      failures = 0
    } catch (error) {
      notBefore = clock() + Math.min(everyMs * 2 ** failures++, maxPauseMs)
      throw error
    }
  }
}

/** Sends the trail to AUDIT_FHIR, in the background and never in the way of requests. */
export const startShippingAudit =
  (actions: AuditActions) =>
  ({ config, database, log }: Pick<Platform, 'config' | 'database' | 'log'>) => {
    const { AUDIT_FHIR, AUDIT_FHIR_TOKEN, publicUrl } = config
    if (!AUDIT_FHIR) return async () => {}
    const to = destinationOf(AUDIT_FHIR, AUDIT_FHIR_TOKEN)
    const failure = 'the audit trail was not sent on (AUDIT_FHIR)'
    return runEvery(
      { job: 'audit-fhir', everyMs, log, failure },
      withBackOff(async (stopping) =>
        shipAudit(database, await projectsOf(database), to, { publicUrl, actions, stopping }),
      ),
    )
  }
