import { type RawBuilder, sql } from 'kysely'
import type { Move, TableRules } from '../../clinic/retention/rules.ts'
import type { Db } from '../../platform/database/db.ts'
import type { DB } from '../../platform/database/tables.ts'

export type MovedTable = Move & { table: keyof DB }

/** The tables whose rows move along with a record. */
export const movedTables = (rules: readonly TableRules[]): MovedTable[] =>
  rules.flatMap(({ table, onMerge }) => (onMerge && 'key' in onMerge ? [{ table, ...onMerge }] : []))

/** `from` and `to` are records of the project. */
type Merge = { project: string; merge: string; from: string; to: string }

const columnOf = ({ column }: MovedTable) => sql.ref(column ?? 'patient_id')
const nothing = sql``

/** What encryption and seals are bound to is unchanged; null if that is the row's current record. */
const changes = (table: MovedTable, { from, to }: Merge): RawBuilder<unknown> => sql`${columnOf(table)} = ${to}
  ${table.isBound ? sql`, bound_patient_id = nullif(coalesce(t.bound_patient_id, ${from}), ${to}::uuid)` : nothing}`

/** Rows that refer to each other are moved in several statements. */
const deferred = (db: Db) => sql`set constraints all deferred`.execute(db)

/** Moves what is attached to one record to another, and notes each row. Repeated, it moves what has come since. */
export const moveRows = async (db: Db, tables: readonly MovedTable[], move: Merge) => {
  const { project, merge, from, to } = move
  await deferred(db)
  for (const moved of tables) {
    const { table, key, stays } = moved
    await sql`
      with gone as (
        update ${sql.table(table)} t set ${changes(moved, move)}
         where t.project_id = ${project} and t.${columnOf(moved)} = ${from} ${stays ? sql`and not (${stays(to)})` : nothing}
        returning t.${sql.ref(key)} as row_id
      )
      insert into record_merge_rows (project_id, merge_id, table_name, row_id)
      select distinct ${project}::uuid, ${merge}::uuid, ${table}, row_id from gone on conflict do nothing`.execute(db)
  }
}

/** Notes later rows that belong to rows about to go back, and then what belongs to those. */
const noteFollowers = async (db: Db, tables: readonly MovedTable[], move: Merge) => {
  const { project, merge, from } = move
  let noted = 0n
  for (const { table, key, follows } of tables)
    if (follows) {
      const { numAffectedRows = 0n } = await sql`
        insert into record_merge_rows (project_id, merge_id, table_name, row_id)
        select distinct ${project}::uuid, ${merge}::uuid, ${table}, t.${sql.ref(key)} from ${sql.table(table)} t
         where t.project_id = ${project} and t.patient_id = ${from} and (${follows(merge)}) on conflict do nothing`.execute(
        db,
      )
      noted += numAffectedRows
    }
  if (noted > 0n) await noteFollowers(db, tables, move)
}

/** Moves the noted rows back if they are still where the merge put them; returns how many scans are not. */
export const returnRows = async (db: Db, tables: readonly MovedTable[], move: Merge) => {
  const { project, merge, from } = move
  await deferred(db)
  await noteFollowers(db, tables, move)
  for (const moved of tables) {
    const { table, key } = moved
    await sql`
      update ${sql.table(table)} t set ${changes(moved, move)}
        from record_merge_rows r
       where r.project_id = ${project} and r.merge_id = ${merge} and r.table_name = ${table}
         and t.project_id = r.project_id and t.${sql.ref(key)} = r.row_id and t.${columnOf(moved)} = ${from}`.execute(
      db,
    )
  }
  const { rows } = await sql<{ stayed: number }>`
    select count(*)::int as stayed from record_merge_rows r
      join studies s on s.project_id = r.project_id and s.study_id = r.row_id
     where r.project_id = ${project} and r.merge_id = ${merge} and r.table_name = 'studies'
       and s.patient_id is distinct from ${move.to}`.execute(db)
  await sql`delete from record_merge_rows where project_id = ${project} and merge_id = ${merge}`.execute(db)
  return rows[0]?.stayed ?? 0
}
