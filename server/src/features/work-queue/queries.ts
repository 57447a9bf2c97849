import { maxQueueItems, type QueueItem, type QueueSection, queueItemsShown } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { assignment, joinAssignee } from '../../clinic/records/work-items.ts'
import type { Db } from '../../platform/database/db.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import { type Day, type SourceKind, sources } from './sources.ts'

type Asking = { kind: SourceKind; day: Day; isWhole: boolean; takenBy: string | null }

/** How many there are of a kind, and the oldest ones. Details are read only for those shown. */
const sectionOf = async (db: Db, { kind, day, isWhole, takenBy }: Asking): Promise<QueueSection> => {
  const which: RawBuilder<unknown> = takenBy
    ? sql`where id in (select item_id from work_items where kind = ${kind} and assignee_id = ${takenBy})`
    : sql``
  // A postponed request's day is later than that of a younger one.
  const order = kind === 'request' ? sql`until, since, id` : sql`since, id`
  const { rows } = await sql<QueueItem & { total: number }>`
    with waiting as materialized (select * from (${sources[kind](day)}) s ${which}),
         o as (select * from waiting order by ${order} limit ${isWhole ? maxQueueItems : queueItemsShown})
    select (select count(*)::int from waiting) as total, o.id, ${wireTime('o.since')} as since, o.name, o.dob, o.mrn_number,
           coalesce((select ${hasNamesake} from patients p where p.patient_id = o.record), false) as has_namesake,
           o.patient_id, o.state, o.screening, o.note, ${wireTime('o.until')} as until, ${assignment}
      from o ${joinAssignee(kind)} order by ${order}`.execute(db)
  return { kind, count: rows[0]?.total ?? 0, items: rows.map(({ total: _, ...item }) => item) }
}

/** A section that fails says so and does not affect the others. */
export const sectionsOf = async (db: Db, asking: Asking[], onFailure: (error: unknown, kind: SourceKind) => void) => {
  await sql`savepoint section`.execute(db)
  const sections: QueueSection[] = []
  for (const one of asking) {
    try {
      sections.push(await sectionOf(db, one))
    } catch (error) {
      onFailure(error, one.kind)
      await sql`rollback to savepoint section`.execute(db)
      sections.push({ kind: one.kind, count: null, items: [] })
    }
  }
  return sections
}

/** A waiting item, with its record. */
export const findWaiting = async (db: Db, kind: SourceKind, day: Day, id: string) => {
  if (!isUuid(id)) return
  const { rows } = await sql<{ id: string; record: string | null }>`
    select id, record from (${sources[kind](day)}) s where id = ${id}`.execute(db)
  return rows[0]
}
