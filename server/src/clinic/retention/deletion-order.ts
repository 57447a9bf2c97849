import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { TableRules } from './rules.ts'

type Edge = { from: string; to: string }

/** The rules of a patient's tables in an order in which rows can be deleted: a referring row before the one it refers to. */
export const deletionOrder = async (db: Db, rules: readonly TableRules[]) => {
  const { rows: references } = await sql<Edge>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
      from pg_constraint where contype = 'f' and conrelid <> confrelid`.execute(db)
  const declared = rules.flatMap(({ table, before = [] }) => before.map((to): Edge => ({ from: table, to })))
  const edges = [...references, ...declared]

  const left = new Map<string, TableRules>()
  for (const rule of rules.filter(({ ofPatient }) => ofPatient)) {
    if (left.has(rule.table)) throw new Error(`Two rules say which rows of ${rule.table} belong to a patient`)
    left.set(rule.table, rule)
  }
  const ordered: TableRules[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ table }) => !edges.some(({ from, to }) => to === table && from !== table && left.has(from)),
    )
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}`)
    for (const rule of free) {
      left.delete(rule.table)
      ordered.push(rule)
    }
  }
  return ordered
}
