import type { ListPatientsQuery } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { type NumberSet, numbersIn, sizeOf } from '../../clinic/records/number-set.ts'
import { opposite, orderNamed, orderOf, sortColumns, sortKeysNamed } from './order.ts'

export type Sql = RawBuilder<unknown>

/** `t as (…)` with the total, and `page as (…)` with a page's keys; both come from indexes, and only then are whole rows read. */
export type PageKeys = Sql
export type Keys = { keys: PageKeys; otherwise?: { atLeast: number; keys: () => PageKeys } }

const totalIs = (total: number) => sql`t as (select ${total}::int as total)`

/** A page of a known total, from the nearer end of the order. */
const nearest = (query: ListPatientsQuery, total: number) => {
  const before = (query.page - 1) * query.page_size
  const size = Math.max(0, Math.min(query.page_size, total - before))
  const after = Math.max(0, total - before - size)
  const [direction, skipped] = before <= after ? [query.order, before] : [opposite(query.order), after]
  const [order, rows] = [orderOf(query, direction), sql`limit ${size} offset ${skipped}`]
  const ofNamed = sql`order by ${orderNamed(query, direction)} ${rows}`
  return { size, depth: skipped + size, order, of: sql`order by ${order} ${rows}`, ofNamed }
}

/** Everything that the rule accepts, in the order of an index. */
export const keysAlong = (query: ListPatientsQuery, rule: Sql, total: number): PageKeys =>
  sql`${totalIs(total)},
    page as materialized (select p.patient_id from patients p where ${rule} ${nearest(query, total).of})`

/** Its first page, for which the total need not be known. */
export const keysOfFirst = (query: ListPatientsQuery, rule: Sql, counting: Sql): PageKeys =>
  sql`t as (${counting}),
    page as materialized (select p.patient_id from patients p where ${rule} order by ${orderOf(query)} limit ${sql.lit(query.page_size)})`

/** For a set small enough to sort. `columns` are those of the order. */
export const keysOfFew = (query: ListPatientsQuery, few: Sql): PageKeys =>
  sql`m as materialized (${few}), t as (select count(*)::int as total from m),
    page as materialized (select p.patient_id from m p
      order by ${orderOf(query)} limit ${query.page_size} offset ${(query.page - 1) * query.page_size})`

/** Patients whose bit is set. Those added since have none. */
export const isIn = (found: NumberSet) =>
  sql`case when p.number < ${found.length * 8}::int then get_bit(${Buffer.from(found)}::bytea, p.number # 7) end = 1`

/**
 * Sorting `few` costs less than finding them along the order.
 * More are looked for, at first among `times` as many of the order: reading one there costs a thirtieth of reading one for sorting.
 * From `many`, walking the whole order costs less than sorting.
 */
const size = { few: 500, times: 2, many: 5000 }

/** One by one by their numbers: `offset 0` keeps the planner from reading all patients for each of them. */
const sortedSet = (query: ListPatientsQuery, rule: Sql, found: NumberSet, total: number): PageKeys =>
  sql`${totalIs(total)}, page as materialized (
    select p.patient_id from unnest(${numbersIn(found)}::int[]) n (number) cross join lateral (
      select ${sortColumns(query)} from patients p where p.number = n.number and ${rule} offset 0) p ${nearest(query, total).of})`

/** For a set. With `otherwise`, the first keys may be too few, and everything has to be sorted. */
export const keysOfSet = (query: ListPatientsQuery, rule: Sql, found: NumberSet, total: number): Keys => {
  const hits = sizeOf(found)
  if (hits > size.many) return { keys: keysAlong(query, sql`${rule} and ${isIn(found)}`, total) }
  const sorted = () => sortedSet(query, rule, found, total)
  const page = nearest(query, total)
  const reach = size.times * hits
  if (total <= size.few || (page.depth * found.length * 8) / total > reach) return { keys: sorted() }
  const near = sql`${totalIs(total)}, page as materialized (
    select p.patient_id from (
      select p.patient_id, p.number, ${sortKeysNamed(query)} from patients p where ${rule} order by ${page.order} limit ${reach}) p
     where ${isIn(found)} ${page.ofNamed})`
  return { keys: near, otherwise: { atLeast: page.size, keys: sorted } }
}
