import { type RecordMerge, undoMergeDays } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { fullName } from '../../clinic/records/record-sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'
import { wireTime } from '../../platform/database/sql-time.ts'

const named = (p: string) =>
  sql`jsonb_build_object('patient_id', coalesce(${sql.ref(`${p}.code`)}, ''),
    'name', coalesce(${fullName(p)}, ''))`
const until = sql`m.merged_at + make_interval(days => ${undoMergeDays})`

const mergesWhere = async (db: Db, rule: RawBuilder<unknown>) =>
  (
    await sql<RecordMerge>`
      select m.merge_id, ${named('k')} as kept, ${named('o')} as merged, m.reason, m.merged_name as merged_by, m.merged_at,
             ${until} as undo_until, m.undone_at is null and ${until} > now() as can_undo,
             case when m.undone_at is not null then
               jsonb_build_object('by', m.undone_name, 'at', ${wireTime('m.undone_at')}, 'reason', m.undo_reason) end as undone
        from record_merges m
        left join patients k on k.project_id = m.project_id and k.patient_id = m.kept_id
        left join patients o on o.project_id = m.project_id and o.patient_id = m.merged_id
       ${rule}`.execute(db)
  ).rows

export const mergesOf = async (db: Db, { page, page_size }: { page: number; page_size: number }) => {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from record_merges`.execute(db)
  const merges = await mergesWhere(
    db,
    sql`order by m.merged_at desc, m.merge_id desc limit ${page_size} offset ${(page - 1) * page_size}`,
  )
  return { merges, total: firstRow(rows).total }
}

export const mergeById = async (db: Db, merge: string) =>
  firstRow(await mergesWhere(db, sql`where m.merge_id = ${merge}`))

export const findMerge = async (db: Db, merge: string) =>
  db
    .selectFrom('record_merges')
    .select(['merge_id', 'kept_id', 'merged_id'])
    .where('merge_id', '=', merge)
    .executeTakeFirst()
