import type { getAccessLog } from '@fornix/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { leftOut } from './words.ts'

type Row = {
  at: string | null
  times: number
  actor_id: string | null
  actor_role: string
  action: string
  item: string
  total: number
}

/** What was done with a patient's record, newest first; what one person did several times within an hour is one row. */
export const accessesTo = async (
  db: Db,
  patient: string,
  { page, page_size, own }: z.output<typeof getAccessLog.query>,
) => {
  const ofOthers = own === 'true' ? sql`` : sql`and actor_id is distinct from ${patient}`
  const { rows } = await sql<Row>`
    with e as materialized (
      select actor_id, actor_role, action, object_id, max(at) as at, count(*)::int as times
        from audit_events
       where patient_id = ${patient} and result = 'ok' and action <> all (${leftOut}::text[]) ${ofOthers}
       group by actor_id, actor_role, action, object_id, date_trunc('hour', at)
    )
    select t.total, page.*
      from (select count(*)::int as total from e) t
      left join (
        select e.at, e.times, e.actor_id, e.actor_role, e.action, coalesce(f.file_name, '') as item
          from e left join files f
            on f.file_id::text = e.object_id and f.patient_id = ${patient} and f.kind in ('document', 'authorization_form', 'reimbursement')
         order by e.at desc, e.action, e.object_id limit ${page_size} offset ${(page - 1) * page_size}
      ) page on true
     order by page.at desc, page.action, page.item`.execute(db)
  const entries = rows.flatMap(({ total: _, at, ...row }) => (at ? [{ ...row, at }] : []))
  return { entries, total: rows[0]?.total ?? 0 }
}
